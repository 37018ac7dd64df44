import type { Item, ListPage, Sort, Status } from '@libs/contract';
import {
  isFoundItself,
  matches,
  memberSelectionOf,
  readParameters,
  type ItemJson,
  type MemberParameters,
} from '@libs/feedback';

/** Parameters of a displayed list, of one status or all; times in the format of `toISOString`. */
export type ListParams = MemberParameters & { readonly sort: Sort; readonly status?: Status };

/** The query string, without empty parameters. */
export function toSearchParams(
  params: MemberParameters,
  extra: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const query = new URLSearchParams(extra);
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return query;
}

/** The pages of a list that are loaded, as React Query stores them. */
export interface Pages<T> {
  readonly pages: readonly ListPage<T>[];
  readonly pageParams: readonly unknown[];
}

export const rowsOf = <T>(data: Pages<T> | undefined): readonly T[] =>
  data ? data.pages.flatMap((page) => page.data) : [];

/** What filters need besides the item. */
export interface Known {
  /** The import that created the item, if it is known: the item has no field for it. */
  readonly importId?: string;
  /** The ID of the signed-in person. */
  readonly me: string | undefined;
  /** Searches that find the item, perhaps by its duplicates, as `searchOf` returns them. */
  readonly searches?: ReadonlySet<string>;
  /** An address that asks for the item, if it is known: the item has no field for it. */
  readonly requestedBy?: string;
}
const NOTHING: Known = { me: undefined };

/** The filter of a list. Nothing is assigned to a person who is not known. */
const filterOf = (params: MemberParameters, me = '') =>
  memberSelectionOf(readParameters(Object.fromEntries(toSearchParams(params))).values, me);

/** Returns whether the list contains an item, as far as the browser knows. Reads the parameters once for all items. */
export function testOf(params: MemberParameters, { importId, me, searches, requestedBy } = NOTHING) {
  const filter = filterOf(params, me);
  const isSearchKnown = searches?.has(searchOf(params));
  const isRequested = filter.requested_by?.toLowerCase() === requestedBy?.toLowerCase();
  return (item: Item): boolean =>
    matches(item, filter, {
      importId,
      isRequested,
      isFoundByDuplicate: item.duplicate_count > 0 && isSearchKnown,
    });
}

type Search = Pick<MemberParameters, 'q' | 'submitter_email' | 'merged'>;

/** Whether an item can be in a list only because one of its duplicates matches (lists.md 2). */
export const isFoundByDuplicate = (item: ItemJson, search: Search): boolean =>
  item.duplicate_count > 0 && search.merged === undefined && !isFoundItself(item, filterOf(search));

export const searchOf = ({ q = '', submitter_email: email = '' }: Search): string =>
  JSON.stringify([q, email]);

/** Negative if `a` comes before `b`. IDs sort by creation time. */
export function itemComparator(sort: Sort): (a: Item, b: Item) => number {
  const isDescending = sort.startsWith('-');
  const field = isDescending ? (sort.slice(1) as 'title') : (sort as 'title');
  const ascending = (a: Item, b: Item) =>
    (field in COMPARED_FIELDS ? compare(a[field], b[field]) : 0) || compare(a.id, b.id);
  return (a, b) => (isDescending ? ascending(b, a) : ascending(a, b));
}
const COMPARED_FIELDS = { title: true, updated_at: true, request_count: true, request_value: true };
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Whether an item was read before another copy of it. Requests change its totals and its time, but not its version. */
export const isOlder = (item: Item, than: Item): boolean =>
  item.version === than.version ? item.updated_at < than.updated_at : item.version < than.version;

/**
 * Updates, moves, or removes an item of the list. Ignores a version older than the displayed one. An item that belongs
 * below the last loaded row is left to the page that will contain it.
 */
export function withItem<D extends Pages<Item>>(data: D, item: Item, params: ListParams, known = NOTHING): D {
  const current = rowsOf(data).find((row) => row.id === item.id);
  if (current && isOlder(item, current)) return data;
  const comparator = itemComparator(params.sort);
  const belongs = testOf(params, current ? { ...known, ...knownOfList(params) } : known)(item);
  if (current && belongs && comparator(current, item) === 0) {
    return mapPages<Item, D>(data, (rows) => rows.map((row) => (row.id === item.id ? item : row)));
  }
  const rest = current ? withoutItems(data, new Set([item.id])) : data;
  return belongs ? withInserted(rest, item, comparator) : rest;
}

/** What is known about an item that is in the list. */
export const knownOfList = (params: MemberParameters) => ({
  importId: params.import,
  searches: new Set([searchOf(params)]),
  requestedBy: params.requested_by,
});

export function withoutItems<T extends { readonly id: string }, D extends Pages<T>>(
  data: D,
  ids: ReadonlySet<string>,
): D {
  return mapPages<T, D>(data, (rows) =>
    rows.some(({ id }) => ids.has(id)) ? rows.filter(({ id }) => !ids.has(id)) : rows,
  );
}

function withInserted<D extends Pages<Item>>(
  data: D,
  item: Item,
  comparator: (a: Item, b: Item) => number,
): D {
  const last = data.pages.length - 1;
  for (const [pageIndex, page] of data.pages.entries()) {
    const index = page.data.findIndex((row) => comparator(item, row) < 0);
    const isEnd = pageIndex === last && !page.pagination.has_more;
    if (index < 0 && !isEnd) continue;
    const row = index < 0 ? page.data.length : index;
    return withPage(data, pageIndex, { ...page, data: page.data.toSpliced(row, 0, item) });
  }
  return data;
}

/**
 * Merges a reloaded first page into the displayed list: updates changed rows, removes deleted ones, and returns new ones
 * as `fresh`, so that the list doesn't shift while someone reads it. `isBusy` is true for items with a pending change,
 * which the page may not contain yet.
 */
export function withFirstPage<D extends Pages<Item>>(
  data: D,
  firstPage: ListPage<Item>,
  params: ListParams,
  isBusy: (id: string) => boolean,
): { data: D; fresh: readonly Item[] } {
  const comparator = itemComparator(params.sort);
  const rows = rowsOf(data);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const firstPageIds = new Set(firstPage.data.map(({ id }) => id));
  const lastOfFirstPage = firstPage.pagination.has_more ? firstPage.data.at(-1) : undefined;
  const removedRows = rows.filter(
    (row) =>
      !firstPageIds.has(row.id) &&
      !isBusy(row.id) &&
      (!lastOfFirstPage || comparator(row, lastOfFirstPage) < 0),
  );
  let next = removedRows.length ? withoutItems(data, new Set(removedRows.map(({ id }) => id))) : data;
  for (const item of firstPage.data) {
    const row = rowsById.get(item.id);
    if (row && isOlder(row, item) && !isBusy(item.id)) next = withItem(next, item, params);
  }
  // A row that moved up because another was removed isn't new: it belongs to the next page.
  const lastRow = data.pages.at(-1)?.pagination.has_more ? rows.at(-1) : undefined;
  const fresh = firstPage.data.filter(
    (item) => !rowsById.has(item.id) && !isBusy(item.id) && (!lastRow || comparator(item, lastRow) < 0),
  );
  return { data: next, fresh };
}

function mapPages<T, D extends Pages<T>>(data: D, change: (rows: readonly T[]) => readonly T[]): D {
  return data.pages.reduce<D>((all, page, at) => {
    const rows = change(page.data);
    return rows === page.data ? all : withPage<T, D>(all, at, { ...page, data: rows });
  }, data);
}

const withPage = <T, D extends Pages<T>>(data: D, at: number, page: ListPage<T>): D => ({
  ...data,
  pages: data.pages.with(at, page),
});
