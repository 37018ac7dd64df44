import type { Item, ItemCounts, ListPage } from '@libs/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { cachedPersonId } from '../session';
import { refreshViewCounts, updateViewCounts } from '../views';
import { movedCounts, type CountParams } from './item-counts';
import {
  isOlder,
  rowsOf,
  searchOf,
  testOf,
  withItem,
  withoutItems,
  type Known,
  type ListParams,
  type Pages,
} from './item-lists';

export const LISTS = ['feedback', 'list'] as const;
const FIRST_PAGES = ['feedback', 'head'] as const;
const COUNTS = ['feedback', 'counts'] as const;
export const SIMILAR_ITEMS = ['feedback', 'similar'] as const;
export const queryKeys = {
  list: (params: ListParams) => [...LISTS, params] as const,
  firstPage: (params: ListParams) => [...FIRST_PAGES, params] as const,
  item: (id: string) => ['feedback', 'item', id] as const,
  counts: (params: CountParams) => [...COUNTS, params] as const,
};
type ItemPages = InfiniteData<ListPage<Item>, string | null>;

const busyChecks = new WeakMap<QueryClient, (id: string) => boolean>();
/** Knows which items have changes that are not stored yet: responses must not overwrite them. */
export const registerBusyCheck = (queryClient: QueryClient, isBusy: (id: string) => boolean): void =>
  void busyChecks.set(queryClient, isBusy);
export const isBusy = (queryClient: QueryClient, id: string) => busyChecks.get(queryClient)?.(id) ?? false;

/** An item that was read, or what the screen shows, if that is newer, or has changes that are not stored yet. */
export function withOwnChanges(queryClient: QueryClient, item: Item): Item {
  const shown = cachedItem(queryClient, item.id);
  return shown && (isBusy(queryClient, item.id) || isOlder(item, shown)) ? shown : item;
}

/** As `withOwnChanges`; copies that are older are updated. Counts are not: they are polled, and can contain the change. */
export function receiveItem(queryClient: QueryClient, received: Item): Item {
  const item = withOwnChanges(queryClient, received);
  if (copiesOf(queryClient, item.id).some((copy) => isOlder(copy, item)))
    updateCopies(queryClient, item, knownAbout(queryClient, item.id));
  return item;
}

export const cachedItem = (queryClient: QueryClient, id: string): Item | undefined =>
  copiesOf(queryClient, id).reduce<Item | undefined>(
    (newest, item) => (newest && !isOlder(newest, item) ? newest : item),
    undefined,
  );

/** The item as its detail and the rows of lists show it. */
function copiesOf(queryClient: QueryClient, id: string): readonly Item[] {
  const rows = cachedLists(queryClient).map(([, data]) => rowsOf(data).find((row) => row.id === id));
  return [queryClient.getQueryData<Item>(queryKeys.item(id)), ...rows].filter((item) => item !== undefined);
}

/** Whether a displayed list has loaded this item's position. */
export const isListed = (queryClient: QueryClient, params: ListParams, id: string): boolean =>
  rowsOf(queryClient.getQueryData<ItemPages>(queryKeys.list(params))).some((row) => row.id === id);

const changeCounts = new WeakMap<QueryClient, number>();
/** How often an item on the screen has changed or disappeared. */
export const changeCount = (queryClient: QueryClient): number => changeCounts.get(queryClient) ?? 0;
const countChange = (queryClient: QueryClient) =>
  void changeCounts.set(queryClient, changeCount(queryClient) + 1);

/** Updates an item everywhere: its detail, all loaded lists, and the counts. */
export function showItem(queryClient: QueryClient, item: Item, isNew = false): void {
  const current = cachedItem(queryClient, item.id);
  if (current && (isOlder(item, current) || current === item)) return;
  const known = knownAbout(queryClient, item.id);
  updateCopies(queryClient, item, known);
  if (current || isNew) updateCounts(queryClient, current, item, known);
}

function updateCopies(queryClient: QueryClient, item: Item, known: Known): void {
  countChange(queryClient);
  const lists = queryClient.getQueryCache().findAll({ queryKey: LISTS });
  const outdated = lists.filter(({ state }) => state.isInvalidated);
  queryClient.setQueryData(queryKeys.item(item.id), item);
  updateLists(queryClient, (list, params) => withItem(list, item, params, known));
  // Their reload begins again: pages that it has read can be older than the item.
  void queryClient.invalidateQueries({ queryKey: LISTS, predicate: (query) => outdated.includes(query) });
}

/** Removes deleted items from the screen. */
export function dropItem(queryClient: QueryClient, id: string): void {
  countChange(queryClient);
  const current = cachedItem(queryClient, id);
  const known = knownAbout(queryClient, id);
  updateLists(queryClient, (list) => withoutItems(list, new Set([id])));
  queryClient.removeQueries({ queryKey: queryKeys.item(id), type: 'inactive' });
  if (current) updateCounts(queryClient, current, undefined, known);
}

/** Reloads counts and first pages after a change. */
export function refreshCountsAndFirstPages(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: COUNTS });
  refreshViewCounts(queryClient);
  void queryClient.invalidateQueries({ queryKey: FIRST_PAGES });
}

/** Reads lists again, because they can contain items that the browser doesn't know. */
export const reloadLists = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: LISTS });

/** Applies a change to the loaded lists and to the polled first pages, which would otherwise revert it. */
function updateLists(
  queryClient: QueryClient,
  change: (list: Pages<Item>, params: ListParams) => Pages<Item>,
): void {
  for (const [key, data] of cachedLists(queryClient)) {
    const changed = data && change(data, key[2] as ListParams);
    if (changed === data) continue;
    // A pending page would restore the rows of before. The list that is shown requests it again.
    void queryClient.cancelQueries({ queryKey: key, exact: true });
    queryClient.setQueryData(key, changed);
  }
  for (const [key, firstPage] of queryClient.getQueriesData<ListPage<Item>>({ queryKey: FIRST_PAGES })) {
    const changed =
      firstPage && change({ pages: [firstPage], pageParams: [] }, key[2] as ListParams).pages[0];
    if (changed !== firstPage) queryClient.setQueryData(key, changed);
  }
}

/** The signed-in person, and the import, the searches, and the address whose displayed lists contain the item. */
function knownAbout(queryClient: QueryClient, id: string): Known {
  const lists = cachedLists(queryClient)
    .filter(([, data]) => rowsOf(data).some((row) => row.id === id))
    .map(([key]) => key[2] as ListParams);
  return {
    importId: lists.find((list) => list.import)?.import,
    searches: new Set(lists.map(searchOf)),
    requestedBy: lists.find((list) => list.requested_by)?.requested_by,
    me: cachedPersonId(queryClient),
  };
}

function updateCounts(
  queryClient: QueryClient,
  from: Item | undefined,
  to: Item | undefined,
  known: Known,
): void {
  updateViewCounts(queryClient, from, to, known);
  for (const [key, counts] of queryClient.getQueriesData<ItemCounts>({ queryKey: COUNTS })) {
    const params = key[2] as CountParams;
    const isCounted = testOf(params, known);
    const countedStatus = (item: Item | undefined) => (item && isCounted(item) ? item.status : null);
    const moved = counts && movedCounts(counts, countedStatus(from), countedStatus(to));
    // Unchanged counts stay invalidated.
    if (moved !== counts) queryClient.setQueryData(key, moved);
  }
}

const cachedLists = (queryClient: QueryClient) => queryClient.getQueriesData<ItemPages>({ queryKey: LISTS });
