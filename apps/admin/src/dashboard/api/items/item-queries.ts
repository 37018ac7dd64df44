import type { BatchRemoved, Item, ItemChange, ItemCounts, ItemUpdate, ListPage } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import {
  hashKey,
  keepPreviousData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call, fetchData } from '../requests/client';
import { earlyLists, FIRST_PAGE_SIZE } from '../requests/early';
import { withRetries } from '../requests/query-client';
import {
  cachedItem,
  changeCount,
  isBusy,
  LISTS,
  queryKeys,
  receiveItem,
  refreshCountsAndFirstPages,
  showItem,
  SIMILAR_ITEMS,
} from './item-cache';
import { freshCountOf, newerParams, type CountParams } from './item-counts';
import { rowsOf, toSearchParams, withFirstPage, type ListParams } from './item-lists';

const NEWEST_FIRST: ListParams = { sort: '-created_at' };
/** How long a page waits for its first items before it appears without them. */
const EARLY_WAIT_MS = 1_000;
/** Polling interval of the first page and the counts while they are visible. */
const POLL_MS = 30_000;
/** How long the loaded pages of a list stay cached after leaving it. */
const LIST_CACHE_MS = 30 * 60_000;
/** How long a list that was loaded in advance stays cached if it is not shown. */
const PREFETCHED_MS = 10_000;
/** A younger first page is not reloaded when the window regains focus. */
const FRESH_MS = 5_000;
/** Polling interval of the newest item, so that it appears within five seconds. */
const NEWEST_POLL_MS = 4_000;
/** Polling in a hidden window stops after this time, because every request extends the session. */
const HIDDEN_POLL_MAX_MS = 60 * 60_000;

/**
 * @param cursor from the previous page; null for the first page
 * @param limit further pages have the maximum of the service
 */
function readPage(
  params: ListParams,
  cursor: string | null,
  signal?: AbortSignal,
  limit = cursor === null ? FIRST_PAGE_SIZE : BATCH_MAX,
): Promise<ListPage<Item>> {
  const query = toSearchParams(params, { limit: String(limit), ...(cursor !== null && { cursor }) });
  return call('GET', `feedback?${query}`, { signal });
}

/** Reads a page again if this window has shown a change meanwhile: the page can be older. */
async function readCurrentPage(
  queryClient: QueryClient,
  params: ListParams,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<Item>> {
  for (;;) {
    const known = changeCount(queryClient);
    const page = await readPage(params, cursor, signal);
    if (changeCount(queryClient) === known) return page;
  }
}

/** Reads a whole list in pages of the maximum size. */
export async function* readPages(params: ListParams): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null;
  do {
    const pageCursor = cursor;
    const page: ListPage<Item> = await withRetries(() => readPage(params, pageCursor, undefined, BATCH_MAX));
    yield page.data;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
}

const readItem = (id: string, signal?: AbortSignal): Promise<Item> =>
  fetchData<Item>('GET', `feedback/${encodeURIComponent(id)}`, { signal });

const listQuery = (params: ListParams) =>
  infiniteQueryOptions({
    queryKey: queryKeys.list(params),
    queryFn: ({ client, pageParam, signal }) => readCurrentPage(client, params, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
    // A refetch would read every loaded page again; the first page is polled instead.
    staleTime: Infinity,
    gcTime: LIST_CACHE_MS,
    structuralSharing: false,
  });

/** Waits a moment for the items that were requested early, so that the page appears with them. */
export async function receiveEarlyItems(queryClient: QueryClient): Promise<null> {
  const received = earlyLists().map((params) =>
    queryClient.prefetchInfiniteQuery({ ...listQuery(params), retry: false }),
  );
  if (received.length === 0) return null;
  await Promise.race([Promise.all(received), new Promise((done) => setTimeout(done, EARLY_WAIT_MS))]);
  return null;
}

/** Loads a list that a search will probably show, unless it is loaded, and cancels those that no page shows. */
export function prefetchItems(queryClient: QueryClient, params: ListParams): void {
  const wanted = hashKey(queryKeys.list(params));
  const predicate = ({ queryHash }: { readonly queryHash: string }) => queryHash !== wanted;
  void queryClient.cancelQueries({ queryKey: LISTS, type: 'inactive', predicate });
  void queryClient.prefetchInfiniteQuery({ ...listQuery(params), gcTime: PREFETCHED_MS });
}

/**
 * An infinite list whose first page is polled. Changed rows are updated; new ones are counted in `freshCount` and added on
 * request, so that the list doesn't shift while someone reads it. While rows for new parameters load, the old ones stay
 * (`isPlaceholderData`).
 */
export function useItems(params: ListParams) {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({ ...listQuery(params), placeholderData: keepPreviousData });
  const isReady = list.isSuccess && !list.isPlaceholderData;
  const firstPage = useQuery({
    queryKey: queryKeys.firstPage(params),
    queryFn: ({ signal }) => readPage(params, null, signal),
    enabled: isReady,
    initialData: () => (isReady ? list.data.pages[0] : undefined),
    initialDataUpdatedAt: list.dataUpdatedAt,
    staleTime: FRESH_MS,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    structuralSharing: false,
  });
  const { data, fresh } = useMemo(() => {
    if (!list.data || !firstPage.data || !isReady) return { data: list.data, fresh: [] };
    return withFirstPage(list.data, firstPage.data, params, (id) => isBusy(queryClient, id));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the parameters are the list's own key
  }, [queryClient, list.data, firstPage.data, isReady]);

  const showFresh = () => {
    if (firstPage.data)
      queryClient.setQueryData(queryKeys.list(params), { pages: [firstPage.data], pageParams: [null] });
  };
  useEffect(() => {
    if (!isReady || !data) return;
    // Add them to an empty list immediately: there is nothing to shift.
    if (fresh.length && !rowsOf(data).length) showFresh();
    else if (data !== list.data) queryClient.setQueryData(queryKeys.list(params), data);
  });
  const rows = useMemo(() => rowsOf(data), [data]);
  const newer = newerParams(params, rows[0]);
  const counts = useQuery({
    ...countsQuery(newer ?? NO_FILTERS),
    enabled: newer !== null && fresh.length > 0 && firstPage.data?.pagination.has_more === true,
  });
  const freshCount = freshCountOf(fresh, firstPage.data, newer ? counts.data : undefined, params.status);
  // Not spread: a component renders only if a property changes that it reads.
  return { list, rows, freshCount, showFresh };
}
export type ItemListQuery = ReturnType<typeof useItems>['list'];

/** The first items of a list, without further pages; nothing if there are no parameters. */
export function useFirstItems(params: ListParams | null) {
  return useQuery({
    queryKey: ['feedback', 'first', params],
    queryFn: async ({ signal }) => (await readPage(params!, null, signal)).data,
    enabled: params !== null,
    placeholderData: keepPreviousData,
  });
}

/** One item: first from the cache, then from the service. */
export function useItem(id: string | null) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: queryKeys.item(id ?? ''),
    queryFn: async ({ signal }) => receiveItem(queryClient, await readItem(id!, signal)),
    enabled: id !== null,
    initialData: () => (id === null ? undefined : cachedItem(queryClient, id)),
    initialDataUpdatedAt: 0,
    refetchInterval: POLL_MS,
  });
}

/** The item created last; null if there is none. */
export const newestItemQuery = queryOptions({
  queryKey: ['feedback', 'newest'],
  queryFn: async ({ signal }) => (await readPage(NEWEST_FIRST, null, signal, 1)).data[0] ?? null,
});

/** Reloads first pages and counts if there is a new item. Polls one row for it. */
export function useRefreshOnNewItems(): void {
  const queryClient = useQueryClient();
  const visibleAt = useRef(0);
  const { data: newest } = useQuery({
    ...newestItemQuery,
    select: (item) => item?.id ?? '',
    refetchInterval: () => {
      const now = performance.now();
      if (document.visibilityState === 'visible') visibleAt.current = now;
      else return now - visibleAt.current < HIDDEN_POLL_MAX_MS && POLL_MS;
      return NEWEST_POLL_MS;
    },
    // The window title counts new items while another window has the focus.
    refetchIntervalInBackground: true,
  });
  const lastKnown = useRef(newest);
  useEffect(() => {
    if (newest !== undefined && lastKnown.current !== undefined && newest > lastKnown.current)
      refreshCountsAndFirstPages(queryClient);
    lastKnown.current = newest ?? lastKnown.current;
  }, [queryClient, newest]);
}

const fetchCounts = (params: object, signal: AbortSignal) =>
  fetchData<ItemCounts>('GET', `feedback/counts?${toSearchParams(params)}`, { signal });

const countsQuery = (params: CountParams) =>
  queryOptions({
    queryKey: queryKeys.counts(params),
    queryFn: ({ signal }) => fetchCounts(params, signal),
  });

/** Items per status under the filters, and the number of quarantined submissions. */
export function useCounts(params: CountParams = NO_FILTERS) {
  return useQuery({
    ...countsQuery(params),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    staleTime: FRESH_MS,
  });
}

const NO_FILTERS: CountParams = {};

/** As `useCounts`, of all items, however many: can take seconds, so only while it is enabled. */
export function useExactCounts(params: CountParams, enabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.counts(params), 'exact'],
    queryFn: ({ signal }) => fetchCounts({ ...params, exact: 'true' }, signal),
    enabled,
    staleTime: FRESH_MS,
  });
}

/** @throws ApiError 412 if the stored item has another version */
export function sendChange(item: Item, body: ItemChange): Promise<Item> {
  const headers = { 'if-match': `"${item.version}"` };
  return fetchData<Item>('PATCH', `feedback/${item.id}`, { body, headers });
}
export const rereadItem = (id: string): Promise<Item> => readItem(id);

/** All or none, at most `BATCH_MAX`. */
export const sendUpdates = (updates: readonly ItemUpdate[]): Promise<readonly Item[]> =>
  fetchData('POST', 'feedback/batch', { body: { updates } });

/** At most `BATCH_MAX`. Returns the IDs of items that were skipped because someone changed them. */
export async function sendRemovals(
  items: readonly { readonly id: string; readonly version: number }[],
): Promise<readonly string[]> {
  const body = { items: items.map(({ id, version }) => ({ id, version })) };
  return (await fetchData<BatchRemoved>('POST', 'feedback/batch/delete', { body, keepalive: true })).changed;
}

/** Reads items again that have changed with others: the targets of duplicates, and which items are similar. */
export async function refreshOtherItems(
  queryClient: QueryClient,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length > 0) void queryClient.invalidateQueries({ queryKey: SIMILAR_ITEMS });
  const items = await Promise.allSettled(ids.map((id) => readItem(id)));
  // The next poll shows those that can't be read now.
  for (const item of items)
    if (item.status === 'fulfilled' && !isBusy(queryClient, item.value.id)) showItem(queryClient, item.value);
}
