import type { Item, ItemCounts, ListPage, Status } from '@libs/contract';
import { DEFAULT_SORT, STATUS_COUNT_MAX, STATUSES, type MemberParameters } from '@libs/feedback';
import { knownOfList, testOf, type ListParams } from './item-lists';

/** Parameters of the counts per status. */
export type CountParams = Omit<MemberParameters, 'status' | 'sort'>;

/** A number of items; `isMore` if there can be more. */
export interface ItemCount {
  readonly count: number;
  readonly isMore: boolean;
}

/** Without `at_least` from a service of the release before, during an update. */
type Counts = Omit<ItemCounts, 'at_least'> & Partial<ItemCounts>;

/** The items with a status, or all of them: at most `STATUS_COUNT_MAX` if there can be more. */
export function countOf(counts: Counts, status: Status | null = null): ItemCount {
  const counted: readonly Status[] = status === null ? STATUSES : [status];
  const count = counted.reduce((sum, name) => sum + counts[name], 0);
  const isMore = counted.some((name) => counts.at_least?.includes(name) ?? false);
  return { count: isMore ? Math.min(count, STATUS_COUNT_MAX) : count, isMore };
}

/**
 * Counts the new items of a list, which can be more than its first page has.
 * @param fresh those on the first page
 * @param counts of all items that are newer than the list, by status; undefined if they are not known
 */
export function freshCountOf(
  fresh: readonly Item[],
  firstPage: ListPage<Item> | undefined,
  counts: ItemCounts | undefined,
  status: Status | undefined,
): ItemCount {
  const isMore = fresh.length > 0 && firstPage?.pagination.has_more === true;
  if (!isMore || !counts) return { count: fresh.length, isMore };
  const counted = countOf(counts, status);
  return { ...counted, count: Math.max(fresh.length, counted.count) };
}

/** The parameters of the counts for `freshCountOf`; null unless the newest items are first. */
export function newerParams(
  { status: _, sort, ...params }: ListParams,
  newest: Item | undefined,
): CountParams | null {
  if (sort !== DEFAULT_SORT || !newest) return null;
  // The next millisecond, as times are that precise.
  const after = new Date(Date.parse(newest.created_at) + 1).toISOString();
  const { created_after: start = after } = params;
  return { ...params, created_after: start > after ? start : after };
}

/** Counts after a status change; null stands for an item that did not exist before, or no longer does. */
export function movedCounts(counts: ItemCounts, from: Status | null, to: Status | null): ItemCounts {
  if (from === to) return counts;
  return {
    ...counts,
    ...(from && { [from]: Math.max(0, counts[from] - 1) }),
    ...(to && { [to]: counts[to] + 1 }),
  };
}

/** Counts without these items. They may be of any import, and found by their duplicates: an item has no field for it. */
export function countsWithout(
  counts: ItemCounts,
  items: readonly Item[],
  params: CountParams,
  me: string | undefined,
): ItemCounts {
  const counted = items.filter(testOf(params, { ...knownOfList(params), me }));
  return counted.reduce((remaining, { status }) => movedCounts(remaining, status, null), counts);
}
