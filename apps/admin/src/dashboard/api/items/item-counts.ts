import type { Item, ItemCounts, ListPage, Status } from '@libs/contract';
import { DEFAULT_SORT, STATUSES, type MemberParameters } from '@libs/feedback';
import { knownOfList, testOf, type ListParams } from './item-lists';

/** Parameters of the counts per status. */
export type CountParams = Omit<MemberParameters, 'status' | 'sort'>;

/** How many items are new; `isMore` if there can be more. */
export interface FreshCount {
  readonly count: number;
  readonly isMore: boolean;
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
): FreshCount {
  const isMore = fresh.length > 0 && firstPage?.pagination.has_more === true;
  if (!isMore || !counts) return { count: fresh.length, isMore };
  const counted = status ? counts[status] : STATUSES.reduce((sum, name) => sum + counts[name], 0);
  return { count: Math.max(fresh.length, counted), isMore: false };
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
