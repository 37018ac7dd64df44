import type { BatchRemoved, Data, Item, ItemChange, ItemCounts, ListPage, Status } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../client';
import {
  matches,
  movedCounts,
  queryOf,
  rowsOf,
  withHead,
  withItem,
  withoutItems,
  type CountParams,
  type ListParams,
  type Pages,
} from './item-lists';
import { patiently } from '../query-client';

const LISTS = ['feedback', 'list'] as const;
const HEADS = ['feedback', 'head'] as const;
const COUNTS = ['feedback', 'counts'] as const;
const keyOf = {
  list: (params: ListParams) => [...LISTS, params] as const,
  head: (params: ListParams) => [...HEADS, params] as const,
  item: (id: string) => ['feedback', 'item', id] as const,
  counts: (params: CountParams) => [...COUNTS, params] as const,
};
type ItemPages = InfiniteData<ListPage<Item>, string | null>;

/** Rows a request brings; the service allows 100. */
const PAGE = 50;
/** How often the first page and the counts are read again while somebody looks at them. */
const POLL_MS = 30_000;
/** How long a list is kept as far as it was read, for somebody who comes back to it. */
const KEPT_MS = 30 * 60_000;
/** A first page younger than this is not read again for a window that comes back. */
const FRESH_MS = 5_000;
/** How often the newest item is asked for while somebody looks, so that it is seen within five seconds. */
const NEWS_MS = 4_000;
/** How long it is asked for in a hidden window; every request keeps the session alive. */
const HIDDEN_MS = 60 * 60_000;

/** @param cursor of the page before; null for the first one */
function readPage(
  params: ListParams,
  cursor: string | null,
  signal?: AbortSignal,
  limit = PAGE,
): Promise<ListPage<Item>> {
  const query = queryOf(params, { limit: String(limit), ...(cursor !== null && { cursor }) });
  return call('GET', `feedback?${query}`, { signal });
}

/** The pages of a list, one after the other and as large as they may be. */
export async function* pagesOf(params: ListParams): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null;
  do {
    const after = cursor;
    const page: ListPage<Item> = await patiently(() => readPage(params, after, undefined, BATCH_MAX));
    yield page.data;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
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
    gcTime: KEPT_MS,
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

/** Has every list and count read again when there is a newer item than before: one row tells. */
export function useNews(): void {
  const client = useQueryClient();
  const visibleAt = useRef(0);
  const { data: newest } = useQuery({
    queryKey: ['feedback', 'newest'],
    queryFn: async ({ signal }) => (await readPage(NEWEST, null, signal, 1)).data[0]?.id ?? '',
    refetchInterval: () => {
      const now = performance.now();
      if (document.visibilityState === 'visible') visibleAt.current = now;
      else return now - visibleAt.current < HIDDEN_MS && POLL_MS;
      return NEWS_MS;
    },
    // The window's title counts what is new, for those who look at something else.
    refetchIntervalInBackground: true,
  });
  const known = useRef(newest);
  useEffect(() => {
    if (newest !== undefined && known.current !== undefined && newest > known.current) refreshFigures(client);
    known.current = newest ?? known.current;
  }, [client, newest]);
}
const NEWEST: ListParams = { sort: '-created_at' };

/** Items per status among those that pass, and how many wait in quarantine; asked apart from every list. */
export function useCounts(params: CountParams = EVERYTHING) {
  return useQuery({
    queryKey: keyOf.counts(params),
    queryFn: async ({ signal }) =>
      (await call<Data<ItemCounts>>('GET', `feedback/counts?${queryOf(params)}`, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    staleTime: FRESH_MS,
  });
}

const EVERYTHING: CountParams = {};

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

/** At most `BATCH_MAX`; the ids of those that somebody has changed since, and which were left alone. */
export async function sendRemovals(
  items: readonly { readonly id: string; readonly version: number }[],
  keepalive: boolean,
): Promise<readonly string[]> {
  const body = { items: items.map(({ id, version }) => ({ id, version })) };
  return (await call<Data<BatchRemoved>>('POST', 'feedback/batch/delete', { body, keepalive })).data.changed;
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
  const imports = importsOf(client, item.id);
  changeLists(client, (list, params) => withItem(list, item, params, imports));
  if (old || isNew) moveCounts(client, old, item, imports);
}

/** Takes items off the screen for good. */
export function dropItem(client: QueryClient, id: string): void {
  const old = cachedItem(client, id);
  const imports = importsOf(client, id);
  changeLists(client, (list) => withoutItems(list, new Set([id])));
  client.removeQueries({ queryKey: keyOf.item(id), type: 'inactive' });
  if (old) moveCounts(client, old, undefined, imports);
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

/** The imports of which a list on the screen has the item. */
function importsOf(client: QueryClient, id: string): ReadonlySet<string> {
  const imports = lists(client).flatMap(([key, data]) => {
    const { import: importId } = key[2] as ListParams;
    return importId && rowsOf(data).some((row) => row.id === id) ? [importId] : [];
  });
  return new Set(imports);
}

function moveCounts(
  client: QueryClient,
  from: Item | undefined,
  to: Item | undefined,
  imports: ReadonlySet<string>,
): void {
  for (const [key, counts] of client.getQueriesData<ItemCounts>({ queryKey: COUNTS })) {
    const params = key[2] as CountParams;
    const counted = (item: Item | undefined) => (item && matches(item, params, imports) ? item.status : null);
    if (counts) client.setQueryData(key, movedCounts(counts, counted(from), counted(to)));
  }
}

const lists = (client: QueryClient) => client.getQueriesData<ItemPages>({ queryKey: LISTS });
