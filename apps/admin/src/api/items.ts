import type { Data, Item, ItemChange, ItemCounts, ListPage, Status } from '@libs/api-client';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from './client';
import {
  matches,
  movedCounts,
  rowsOf,
  withHead,
  withItem,
  withoutItems,
  type ListParams,
  type Pages,
} from './item-lists';

const LISTS = ['feedback', 'list'] as const;
const HEADS = ['feedback', 'head'] as const;
const COUNTS = ['feedback', 'counts'] as const;
const keyOf = {
  list: (params: ListParams) => [...LISTS, params] as const,
  head: (params: ListParams) => [...HEADS, params] as const,
  item: (id: string) => ['feedback', 'item', id] as const,
  counts: (q: string) => [...COUNTS, q] as const,
};
type ItemPages = InfiniteData<ListPage<Item>, string | null>;

/** Rows a request brings; the service allows 100. */
const PAGE = 50;
/** How often the first page and the counts are read again while somebody looks at them. */
const POLL_MS = 30_000;
/** A first page younger than this is not read again for a window that comes back. */
const FRESH_MS = 5_000;

function readPage(params: ListParams, cursor: string | null, signal: AbortSignal): Promise<ListPage<Item>> {
  const query = new URLSearchParams({ limit: String(PAGE), sort: params.sort });
  if (params.status) query.set('status', params.status);
  if (params.q) query.set('q', params.q);
  if (params.import) query.set('import', params.import);
  if (params.submitter_email) query.set('submitter_email', params.submitter_email);
  if (cursor !== null) query.set('cursor', cursor);
  return call('GET', `feedback?${query}`, { signal });
}

const readItem = async (id: string, signal?: AbortSignal): Promise<Item> =>
  (await call<Data<Item>>('GET', `feedback/${encodeURIComponent(id)}`, { signal })).data;

/**
 * A list that grows page by page, and whose first page is watched: rows that changed change, new ones wait in
 * `freshCount` until somebody asks for them, so that nothing jumps under a reader's eyes.
 * While other rows are being read for new parameters the old ones stay (`isPlaceholderData`).
 */
export function useItems(params: ListParams) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: keyOf.list(params),
    queryFn: ({ pageParam, signal }) => readPage(params, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
    // Reading it again would read every page that was ever scrolled to; the first one is watched instead.
    staleTime: Infinity,
    structuralSharing: false,
  });
  const isReady = list.isSuccess && !list.isPlaceholderData;
  const head = useQuery({
    queryKey: keyOf.head(params),
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
    if (!list.data || !head.data || !isReady) return { data: list.data, fresh: [] };
    return withHead(list.data, head.data, params, (id) => isBusy(client, id));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the parameters are the list's own key
  }, [client, list.data, head.data, isReady]);

  const showFresh = () => {
    if (head.data) client.setQueryData(keyOf.list(params), { pages: [head.data], pageParams: [null] });
  };
  useEffect(() => {
    if (!isReady || !data) return;
    // Whoever looks at an empty list waits for exactly this.
    if (fresh.length && !rowsOf(data).length) showFresh();
    else if (data !== list.data) client.setQueryData(keyOf.list(params), data);
  });
  return { ...list, rows: useMemo(() => rowsOf(data), [data]), freshCount: fresh.length, showFresh };
}
export type ItemList = ReturnType<typeof useItems>;

/** One item, at once from wherever it has been seen, and then from the service. */
export function useItem(id: string | null) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keyOf.item(id ?? ''),
    queryFn: async ({ signal }) => {
      const item = await readItem(id!, signal);
      return isBusy(client, item.id) ? (cachedItem(client, item.id) ?? item) : item;
    },
    enabled: id !== null,
    initialData: () => (id === null ? undefined : cachedItem(client, id)),
    initialDataUpdatedAt: 0,
    refetchInterval: POLL_MS,
  });
  const item = query.data;
  useEffect(() => {
    if (item && !isBusy(client, item.id)) showItem(client, item);
  }, [client, item]);
  return query;
}

/** Items per status among those `q` finds, and how many wait in quarantine; asked apart from every list. */
export function useCounts(q = '') {
  return useQuery({
    queryKey: keyOf.counts(q),
    queryFn: async ({ signal }) => {
      const query = q && `?${new URLSearchParams({ q })}`;
      return (await call<Data<ItemCounts>>('GET', `feedback/counts${query}`, { signal })).data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    staleTime: FRESH_MS,
  });
}

// ---- what is written ----

/** @throws ApiError 412 when the stored item is not the one at hand */
export async function sendChange(item: Item, body: ItemChange): Promise<Item> {
  const headers = { 'if-match': `"${item.version}"` };
  return (await call<Data<Item>>('PATCH', `feedback/${item.id}`, { body, headers })).data;
}
export const rereadItem = (id: string): Promise<Item> => readItem(id);

/** All or none, at most `BATCH_MAX`. */
export async function sendStatus(ids: readonly string[], status: Status): Promise<readonly Item[]> {
  const body = { updates: ids.map((id) => ({ id, status })) };
  return (await call<Data<readonly Item[]>>('POST', 'feedback/batch', { body })).data;
}

// ---- what is on the screen ----

const busy = new WeakMap<QueryClient, (id: string) => boolean>();
/** Who knows which items are ahead of what is stored: about those the service's word is not the last one. */
export const whoIsBusy = (client: QueryClient, ask: (id: string) => boolean): void =>
  void busy.set(client, ask);
const isBusy = (client: QueryClient, id: string) => busy.get(client)?.(id) ?? false;

export function cachedItem(client: QueryClient, id: string): Item | undefined {
  const seen = [client.getQueryData<Item>(keyOf.item(id))];
  for (const [, data] of lists(client)) seen.push(rowsOf(data).find((row) => row.id === id));
  return seen.filter((item) => item !== undefined).sort((a, b) => b.version - a.version)[0];
}

/** Whether a list on the screen has come as far as this item. */
export const isListed = (client: QueryClient, params: ListParams, id: string): boolean =>
  rowsOf(client.getQueryData<ItemPages>(keyOf.list(params))).some((row) => row.id === id);

/** Puts an item wherever it belongs: its detail, every list read so far, the counts. */
export function showItem(client: QueryClient, item: Item, isNew = false): void {
  const old = cachedItem(client, item.id);
  if (old && (old.version > item.version || old === item)) return;
  // A page under way would bring back the rows as they were when it was asked for; scrolling asks again.
  void client.cancelQueries({ queryKey: LISTS, predicate: ({ state }) => state.data !== undefined });
  client.setQueryData(keyOf.item(item.id), item);
  changeLists(client, (list, params) => withItem(list, item, params));
  if (old || isNew) moveCounts(client, old, item);
}

/** Takes items off the screen for good. */
export function dropItem(client: QueryClient, id: string): void {
  const old = cachedItem(client, id);
  changeLists(client, (list) => withoutItems(list, new Set([id])));
  client.removeQueries({ queryKey: keyOf.item(id), type: 'inactive' });
  if (old) moveCounts(client, old, undefined);
}

/** What was counted and read before a change of ours is asked for again. */
export function refreshFigures(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: COUNTS });
  void client.invalidateQueries({ queryKey: HEADS });
}

/** The watched first pages too: an older one would take back what has just been done. */
function changeLists(
  client: QueryClient,
  change: (list: Pages<Item>, params: ListParams) => Pages<Item>,
): void {
  for (const [key, data] of lists(client)) {
    if (data) client.setQueryData(key, change(data, key[2] as ListParams));
  }
  for (const [key, head] of client.getQueriesData<ListPage<Item>>({ queryKey: HEADS })) {
    if (head)
      client.setQueryData(key, change({ pages: [head], pageParams: [] }, key[2] as ListParams).pages[0]);
  }
}

function moveCounts(client: QueryClient, from: Item | undefined, to: Item | undefined): void {
  for (const [key, counts] of client.getQueriesData<ItemCounts>({ queryKey: COUNTS })) {
    const params = { q: key[2] as string, sort: '-created_at' } as const;
    const counted = (item: Item | undefined) => (item && matches(item, params) ? item.status : null);
    if (counts) client.setQueryData(key, movedCounts(counts, counted(from), counted(to)));
  }
}

const lists = (client: QueryClient) => client.getQueriesData<ItemPages>({ queryKey: LISTS });
