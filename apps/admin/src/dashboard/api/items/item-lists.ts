import type { Item, ItemCounts, ItemQuery, ListPage, Sort, Status } from '@libs/contract';

/** What a list on the screen asks for; times as `toISOString` writes them. */
export interface ListParams extends Omit<ItemQuery, 'limit' | 'cursor'> {
  readonly sort: Sort;
}

/** What counts per status ask for. */
export type CountParams = Omit<ListParams, 'status' | 'sort'>;

const NAMES = [
  'status',
  'source',
  'q',
  'submitter_email',
  'created_after',
  'created_before',
  'updated_after',
  'import',
  'sort',
] as const satisfies readonly (keyof ListParams)[];

/** As the service reads it, without what is not asked for. */
export function queryOf(
  params: Partial<ListParams>,
  more: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const query = new URLSearchParams(more);
  for (const name of NAMES) if (params[name]) query.set(name, params[name]);
  return query;
}

/** The pages of a list read so far, as React Query keeps them. */
export interface Pages<T> {
  readonly pages: readonly ListPage<T>[];
  readonly pageParams: readonly unknown[];
}

export const rowsOf = <T>(data: Pages<T> | undefined): readonly T[] =>
  data ? data.pages.flatMap((page) => page.data) : [];

const NONE: ReadonlySet<string> = new Set();

/**
 * Whether the list would hold the item: the server's rule (lists.md 2), as far as a browser can know it.
 * @param imports those that are known to have created the item: it does not say so itself
 */
export function matches(item: Item, params: Partial<ListParams>, imports = NONE): boolean {
  if (params.import && !imports.has(params.import)) return false;
  const { status, source, submitter_email: email } = params;
  if (status && item.status !== status) return false;
  if (source && item.source !== source) return false;
  if (email && item.submitter_email?.toLowerCase() !== email.toLowerCase()) return false;
  if (params.created_after && item.created_at < params.created_after) return false;
  if (params.created_before && item.created_at >= params.created_before) return false;
  if (params.updated_after && item.updated_at < params.updated_after) return false;
  const text = `${item.title}\n${item.description ?? ''}\n${item.submitter_email ?? ''}`.toLowerCase();
  return (params.q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((term) => text.includes(term));
}

/** Negative when `a` stands above `b`. The order of ids is the order of creation. */
export function inOrder(sort: Sort): (a: Item, b: Item) => number {
  const down = sort.startsWith('-');
  const by = down ? (sort.slice(1) as 'title') : (sort as 'title');
  const ascending = (a: Item, b: Item) => (by in ORDERS ? compare(a[by], b[by]) : 0) || compare(a.id, b.id);
  return (a, b) => (down ? ascending(b, a) : ascending(a, b));
}
const ORDERS = { title: true, updated_at: true };
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The list after an item has become `item`: in place, at its new place, or out of it. An older version than the one
 * on the screen changes nothing. What belongs below the last row read so far is left to the page that will bring it.
 */
export function withItem<D extends Pages<Item>>(data: D, item: Item, params: ListParams, imports = NONE): D {
  const old = rowsOf(data).find((row) => row.id === item.id);
  if (old && old.version > item.version) return data;
  const order = inOrder(params.sort);
  const isOfImport = old !== undefined && params.import !== undefined;
  const belongs = matches(item, params, isOfImport ? new Set([params.import]) : imports);
  if (old && belongs && order(old, item) === 0) {
    return onPages<Item, D>(data, (rows) => rows.map((row) => (row.id === item.id ? item : row)));
  }
  const rest = old ? withoutItems(data, new Set([item.id])) : data;
  return belongs ? inserted(rest, item, order) : rest;
}

export function withoutItems<T extends { readonly id: string }, D extends Pages<T>>(
  data: D,
  ids: ReadonlySet<string>,
): D {
  return onPages<T, D>(data, (rows) =>
    rows.some(({ id }) => ids.has(id)) ? rows.filter(({ id }) => !ids.has(id)) : rows,
  );
}

function inserted<D extends Pages<Item>>(data: D, item: Item, order: (a: Item, b: Item) => number): D {
  const last = data.pages.length - 1;
  for (const [at, page] of data.pages.entries()) {
    const index = page.data.findIndex((row) => order(item, row) < 0);
    const isEnd = at === last && !page.pagination.has_more;
    if (index < 0 && !isEnd) continue;
    const row = index < 0 ? page.data.length : index;
    return withPage(data, at, { ...page, data: page.data.toSpliced(row, 0, item) });
  }
  return data;
}

/**
 * The first page, read again, laid over what is on the screen: changed rows change, vanished rows vanish, and nothing
 * above the reader's eyes moves; rows that are new come back as `fresh`. `isBusy` names items with a change of our
 * own under way, about which the page may not know yet.
 */
export function withHead<D extends Pages<Item>>(
  data: D,
  head: ListPage<Item>,
  params: ListParams,
  isBusy: (id: string) => boolean,
): { data: D; fresh: readonly Item[] } {
  const order = inOrder(params.sort);
  const rows = rowsOf(data);
  const known = new Map(rows.map((row) => [row.id, row]));
  const read = new Set(head.data.map(({ id }) => id));
  const end = head.pagination.has_more ? head.data.at(-1) : undefined;
  const gone = rows.filter((row) => !read.has(row.id) && !isBusy(row.id) && (!end || order(row, end) < 0));
  let next = gone.length ? withoutItems(data, new Set(gone.map(({ id }) => id))) : data;
  for (const item of head.data) {
    const row = known.get(item.id);
    if (row && row.version < item.version && !isBusy(item.id)) next = withItem(next, item, params);
  }
  // A row that moved up because another one went is no news: it is the next page's.
  const tail = data.pages.at(-1)?.pagination.has_more ? rows.at(-1) : undefined;
  const fresh = head.data.filter(
    (item) => !known.has(item.id) && !isBusy(item.id) && (!tail || order(item, tail) < 0),
  );
  return { data: next, fresh };
}

/** Counts after an item went from one status to another; null: it was not there before, or is not any more. */
export function movedCounts(counts: ItemCounts, from: Status | null, to: Status | null): ItemCounts {
  if (from === to) return counts;
  return {
    ...counts,
    ...(from && { [from]: Math.max(0, counts[from] - 1) }),
    ...(to && { [to]: counts[to] + 1 }),
  };
}

/** Counts without these items. An item does not say which import created it: it may be any. */
export function countsWithout(
  counts: ItemCounts,
  items: readonly Item[],
  { import: _, ...params }: CountParams,
): ItemCounts {
  const counted = items.filter((item) => matches(item, params));
  return counted.reduce((left, { status }) => movedCounts(left, status, null), counts);
}

function onPages<T, D extends Pages<T>>(data: D, change: (rows: readonly T[]) => readonly T[]): D {
  return data.pages.reduce<D>((all, page, at) => {
    const rows = change(page.data);
    return rows === page.data ? all : withPage<T, D>(all, at, { ...page, data: rows });
  }, data);
}

const withPage = <T, D extends Pages<T>>(data: D, at: number, page: ListPage<T>): D => ({
  ...data,
  pages: data.pages.with(at, page),
});
