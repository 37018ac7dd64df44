import type { Item, ListPage, Sort } from '@libs/contract';
import { item, page } from '../../../../testing/items';
import {
  isFoundByDuplicate,
  itemComparator,
  toSearchParams,
  rowsOf,
  searchOf,
  testOf,
  withFirstPage,
  withItem,
  withoutItems,
} from './item-lists';

const list = (...pages: ListPage<Item>[]) => ({ pages, pageParams: pages.map(() => null) });
const ids = (data: { pages: readonly ListPage<Item>[] }) =>
  data.pages.map((p) => p.data.map(({ id }) => id).join(''));
const newest = { sort: '-created_at' as Sort };
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id)) as [Item, Item, Item, Item, Item];

describe('toSearchParams', () => {
  it('contains only parameters with a value', () => {
    const query = toSearchParams(
      { q: 'a&b=ü +', source: 'form', status: undefined, sort: 'title' },
      { limit: '50' },
    );
    expect(Object.fromEntries(query)).toEqual({ limit: '50', source: 'form', q: 'a&b=ü +', sort: 'title' });
  });
});

const [ADA, BEN] = [1, 2].map((n) => `0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5${n}`) as [string, string];

/** lists.md 2 */
describe('testOf', () => {
  const dark = item('a', {
    title: 'Dark mode',
    submitter_email: 'Ada@example.com',
    tags: ['Billing', 'mobile'],
    assignee: { id: ADA, name: 'Ada' },
  });
  it.each([
    [{}, true],
    [{ q: 'DARK ada@EXAM' }, true],
    [{ updated_after: '2026-03-03T11:00:00+01:00' }, true],
    [{ untagged: 'false' }, true],
    [{ assignee: 'me' }, true],
    [{ assignee: BEN }, false],
  ] as const)('for %j is %s', (params, expected) =>
    expect(testOf({ sort: 'title', ...params }, { me: ADA })(dark)).toBe(expected),
  );

  it('is false for items of a person who is not known yet', () => {
    expect(testOf({ assignee: 'me' })(dark)).toBe(false);
    expect(testOf({ assignee: 'me' })(item('a'))).toBe(false);
    expect(testOf({ assignee: 'none' })(item('a'))).toBe(true);
  });

  it.each([
    [{}, false],
    [{ merged_into: ADA }, true],
  ] as const)('for a duplicate and %j is %s', (params, expected) =>
    expect(testOf(params)(item('a', { merged_into: ADA }))).toBe(expected),
  );
});

describe('itemComparator', () => {
  const rows = [
    item('a', { title: 'C', updated_at: '2026-01-02', request_count: 2 }),
    item('b', { title: 'A', updated_at: '2026-01-03', request_value: 9.5 }),
    item('c', { title: 'A', updated_at: '2026-01-01', request_value: 10 }),
  ];
  it.each([
    ['-created_at', 'cba'],
    ['created_at', 'abc'],
    ['-updated_at', 'bac'],
    ['updated_at', 'cab'],
    ['title', 'bca'],
    ['-title', 'acb'],
    ['-request_count', 'acb'],
    ['-request_value', 'cba'],
  ] as const)('sorts by %s, then by ID in the same direction', (sort, expected) => {
    expect(
      rows
        .toSorted(itemComparator(sort))
        .map(({ id }) => id)
        .join(''),
    ).toBe(expected);
  });
});

describe('withItem in a list of an import', () => {
  const known = (importId: string) => ({ importId, me: undefined });
  it('updates listed items and adds only items known to be from that import', () => {
    const ofImport = { ...newest, import: ADA };
    const data = list(page([item('b')]));
    const changed = withItem(data, item('b', { title: 'New', version: 2 }), ofImport);
    expect(rowsOf(changed)).toMatchObject([{ id: 'b', title: 'New' }]);
    expect(withItem(data, item('c'), ofImport)).toBe(data);
    expect(withItem(data, item('c'), ofImport, known(BEN))).toBe(data);
    expect(rowsOf(withItem(data, item('c'), ofImport, known(ADA)))).toHaveLength(2);
  });
});

/** requests.md 4 */
describe('a list of what an address asks for', () => {
  const asked = { ...newest, requested_by: 'Eve@example.com' };
  it('keeps its items, and adds only those that the address is known to ask for', () => {
    const data = list(page([b]));
    expect(rowsOf(withItem(data, item('b', { version: 2 }), asked))).toHaveLength(1);
    expect(withItem(data, c, asked)).toBe(data);
    const known = { me: undefined, requestedBy: 'eve@EXAMPLE.com' };
    expect(ids(withItem(data, c, asked, known))).toEqual(['cb']);
    expect(withItem(data, c, { ...asked, requested_by: 'ada@example.com' }, known)).toBe(data);
    expect(ids(withItem(data, c, newest, known))).toEqual(['cb']);
  });
});

/** lists.md 2 */
describe('an item that is found by its duplicates', () => {
  const search = { ...newest, q: 'night' };
  const target = item('b', { title: 'Dark mode', duplicate_count: 1 });
  const next = { ...target, status: 'planned', version: 2 } as const;
  it('stays in the list when it changes, while it has duplicates', () => {
    const data = list(page([target]));
    expect(rowsOf(withItem(data, next, search))).toEqual([next]);
    expect(rowsOf(withItem(data, { ...next, duplicate_count: 0 }, search))).toEqual([]);
    expect(rowsOf(withItem(data, next, { ...search, status: 'new' }))).toEqual([]);
  });

  it('is added only to lists of a search that is known to find it', () => {
    const data = list(page([]));
    const known = { me: undefined };
    expect(withItem(data, target, search, known)).toBe(data);
    const found = { ...known, searches: new Set([searchOf(search)]) };
    expect(rowsOf(withItem(data, target, search, found))).toEqual([target]);
    expect(withItem(data, target, { ...search, q: 'day' }, found)).toBe(data);
    expect(withItem(data, target, { ...search, merged: 'include' }, found)).toBe(data);
  });

  it('is told from an item that matches itself', () => {
    expect(isFoundByDuplicate(target, { q: 'night' })).toBe(true);
    expect(isFoundByDuplicate(target, { q: 'dark' })).toBe(false);
    expect(isFoundByDuplicate(target, { q: 'dark', submitter_email: 'ada@example.com' })).toBe(true);
    expect(isFoundByDuplicate(target, {})).toBe(false);
    expect(isFoundByDuplicate({ ...target, duplicate_count: 0 }, { q: 'night' })).toBe(false);
  });
});

describe('withItem', () => {
  it('updates a row in place', () => {
    const next = withItem(list(page([c, b]), page([a])), item('a', { title: 'New', version: 2 }), newest);
    expect(rowsOf(next).map(({ title }) => title)).toEqual(['Title c', 'Title b', 'New']);
  });

  it('ignores an older version', () => {
    const data = list(page([item('a', { version: 3 })]));
    expect(withItem(data, item('a', { version: 2 }), newest)).toBe(data);
  });

  it('shows totals that changed without the version, and ignores older ones', () => {
    const asked = item('a', { updated_at: '2027', request_count: 2 });
    const data = list(page([a]));
    expect(rowsOf(withItem(data, asked, newest))).toEqual([asked]);
    expect(rowsOf(withFirstPage(data, page([asked]), newest, () => false).data)).toEqual([asked]);
    const shown = list(page([asked]));
    expect(withItem(shown, a, newest)).toBe(shown);
  });

  it('removes a row that no longer matches', () => {
    const next = withItem(list(page([b, a])), item('a', { status: 'planned' }), { ...newest, status: 'new' });
    expect(ids(next)).toEqual(['b']);
  });

  it('inserts a row at its place on any page', () => {
    expect(ids(withItem(list(page([e, c], true), page([a])), b, newest))).toEqual(['ec', 'ba']);
    expect(ids(withItem(list(page([c, b])), d, newest))).toEqual(['dcb']);
    expect(ids(withItem(list(page([c, b])), a, newest))).toEqual(['cba']);
    expect(ids(withItem(list(page([])), a, newest))).toEqual(['a']);
  });

  it('ignores a row that belongs on a page not yet loaded', () => {
    const data = list(page([c, b], true));
    expect(withItem(data, a, newest)).toBe(data);
  });

  it('moves a row if its place has changed', () => {
    const params = { sort: '-updated_at' as Sort };
    const next = withItem(
      list(page([c, b]), page([a])),
      item('a', { updated_at: '2027', version: 2 }),
      params,
    );
    expect(ids(next)).toEqual(['acb', '']);
  });
});

describe('withoutItems', () => {
  it('keeps the object of unaffected pages', () => {
    const data = list(page([c, b]), page([a]));
    const next = withoutItems(data, new Set(['a']));
    expect(ids(next)).toEqual(['cb', '']);
    expect(next.pages[0]).toBe(data.pages[0]);
  });
});

describe('withFirstPage', () => {
  const neverBusy = () => false;

  it('returns new rows separately and keeps the list', () => {
    const data = list(page([c, b], true), page([a]));
    const { data: next, fresh } = withFirstPage(data, page([e, d, c], true), newest, neverBusy);
    expect(next).toBe(data);
    expect(fresh.map(({ id }) => id)).toEqual(['e', 'd']);
  });

  it('does not count rows of the next page as new', () => {
    const { data, fresh } = withFirstPage(
      list(page([e, d, c], true)),
      page([e, c, b], true),
      newest,
      neverBusy,
    );
    expect(ids(data)).toEqual(['ec']);
    expect(fresh).toEqual([]);
  });

  it('updates changed rows', () => {
    const { data } = withFirstPage(
      list(page([b, a])),
      page([item('b', { title: 'New', version: 2 }), a]),
      newest,
      neverBusy,
    );
    expect(rowsOf(data)[0]?.title).toBe('New');
  });

  it('removes deleted rows within the range of the page', () => {
    const data = list(page([e, d, c], true), page([b, a]));
    expect(ids(withFirstPage(data, page([e, c], true), newest, neverBusy).data)).toEqual(['ec', 'ba']);
    expect(ids(withFirstPage(data, page([e, c]), newest, neverBusy).data)).toEqual(['ec', '']);
  });

  it('ignores items with a pending change', () => {
    const data = list(page([b, a]));
    const head = page([item('c'), item('b', { version: 9 })]);
    const { data: next, fresh } = withFirstPage(data, head, newest, () => true);
    expect(next).toBe(data);
    expect(fresh).toEqual([]);
  });
});
