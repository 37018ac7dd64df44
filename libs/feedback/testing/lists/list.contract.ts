import { SYSTEM } from '@libs/kernel';
import {
  DEFAULT_SORT,
  positionOf,
  SORTS,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type Sort,
  type StatuslessFilter,
} from '../../src';
import { aFeedback, anAccountId, idAt, NO_ITEMS } from '../items/feedback-builders';
import type { ItemAdapters } from './item-adapters';

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();

/** Contract tests of `ItemLists`: pages, sort orders, search, and counts (lists.md 3, lists.md 4, lists.md 6). */
export function itemListsContract(name: string, make: () => Promise<ItemAdapters>): void {
  describe(`ItemLists, ${name}`, () => {
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let accountId: string;

    beforeAll(async () => {
      ({ items, lists } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...overrides });
      await items.add(item, SYSTEM);
      return item;
    };
    const list = (more: Partial<FeedbackQuery> = {}) =>
      lists.list(accountId, { limit: 100, offset: 0, ...more });
    const titles = async (more: Partial<FeedbackQuery> = {}) => (await list(more)).map(({ title }) => title);

    /** Reads every page of a list by cursor and returns the IDs. */
    const listPages = async (query: Partial<FeedbackQuery>, limit: number) => {
      const seen: string[] = [];
      for (let after: FeedbackQuery['after']; ;) {
        const rows = await list({ ...query, limit, after });
        seen.push(...rows.slice(0, limit).map(({ id }) => id));
        if (rows.length <= limit) return seen;
        after = positionOf(rows[limit - 1]!, query.sort);
      }
    };

    const ids = (rows: readonly Feedback[]) => rows.map((row) => row.id);
    const page = (limit: number, offset = 0, more: object = {}) => list({ limit, offset, ...more });

    it('returns items as they were added, and none of another account', async () => {
      const item = await add({ description: '  kept as it came: \r\n\t"quotes" \\', version: 7 });
      expect(await page(1)).toEqual([item]);
      const other = anAccountId();
      expect(await lists.list(other, { limit: 20, offset: 0 })).toEqual([]);
      expect(await lists.count(other)).toBe(0);
      expect(await lists.countByStatus(other)).toEqual(NO_ITEMS);
    });

    it('lists newest first, with one item more than the page', async () => {
      const [old, middle, newest] = [
        await add({ created_at: minute(1) }),
        await add({ created_at: minute(2) }),
        await add({ created_at: minute(3) }),
      ];
      expect(ids(await page(20))).toEqual([newest.id, middle.id, old.id]);
      expect(ids(await page(1))).toEqual([newest.id, middle.id]);
      expect(ids(await page(1, 1))).toEqual([middle.id, old.id]);
      expect(ids(await page(1, 2))).toEqual([old.id]);
      expect(await page(20, 3)).toEqual([]);
      expect(await page(100, 2_147_483_647)).toEqual([]);
    });

    it('sorts items of the same millisecond by ID, so that pages never overlap', async () => {
      const same = await Promise.all(Array.from({ length: 7 }, () => add({ created_at: minute(1) })));
      const expected = ids(same).sort().reverse();
      const paged = [
        ...(await page(3)).slice(0, 3),
        ...(await page(3, 3)).slice(0, 3),
        ...(await page(3, 6)),
      ];
      expect(ids(paged)).toEqual(expected);
    });

    it('filters pages and counts by status', async () => {
      const planned = [
        await add({ status: 'planned', created_at: minute(1) }),
        await add({ status: 'planned', created_at: minute(3) }),
        await add({ status: 'planned', created_at: minute(5) }),
      ];
      await add({ status: 'new', created_at: minute(2) });
      await add({ status: 'new', created_at: minute(4) });
      const status = 'planned';
      expect(ids(await page(20, 0, { status }))).toEqual(ids(planned).reverse());
      expect(ids(await page(20, 1, { status }))).toEqual([planned[1]!.id, planned[0]!.id]);
      expect(ids(await page(20, 0, { status, after: { id: planned[1]!.id } }))).toEqual([planned[0]!.id]);
      expect(await lists.count(accountId, { status: 'planned' })).toBe(3);
      expect(await lists.count(accountId, { status: 'shipped' })).toBe(0);
      expect(await lists.count(accountId)).toBe(5);
    });

    it('isolates accounts in concurrent reads', async () => {
      const accounts = await Promise.all(
        Array.from({ length: 8 }, async () => (await add({ accountId: anAccountId() })).accountId),
      );
      const reads = Array.from({ length: 64 }, (_, i) => accounts[i % accounts.length]!);
      const pages = await Promise.all(reads.map((id) => lists.list(id, { limit: 20, offset: 0 })));
      pages.forEach((rows, i) => expect(rows.map((row) => row.accountId)).toEqual([reads[i]]));
    });

    describe('sort order', () => {
      const orders: [Sort, string[]][] = [
        ['-created_at', ['third', 'second', 'first']],
        ['created_at', ['first', 'second', 'third']],
        ['-updated_at', ['first', 'third', 'second']],
        ['updated_at', ['second', 'third', 'first']],
        ['title', ['first', 'second', 'third']],
        ['-title', ['third', 'second', 'first']],
      ];
      it.each(orders)('%s sorts lists and pages', async (sort, expected) => {
        await add({ title: 'second', created_at: minute(2), updated_at: minute(2) });
        await add({ title: 'third', created_at: minute(3), updated_at: minute(3) });
        await add({ title: 'first', created_at: minute(1), updated_at: minute(9) });
        expect(await titles({ sort })).toEqual(expected);
        expect(await titles({ sort, offset: 1 })).toEqual(expected.slice(1));
        expect(await titles({ sort, limit: 1 })).toEqual(expected.slice(0, 2));
      });

      it('is newest first by default', async () => {
        expect(DEFAULT_SORT).toBe('-created_at');
        for (const n of [2, 3, 1]) await add({ created_at: minute(n), title: `${n}` });
        expect(await titles()).toEqual(['3', '2', '1']);
      });

      it('of titles is that of the Unicode collation, regardless of the database locale', async () => {
        const expected = ['apple', 'Banana', 'cherry', 'Éclair', 'fig', 'Ärger im Büro', '日本語'].sort(
          new Intl.Collator('und').compare,
        );
        expect(expected[0]).toBe('apple');
        for (const title of [...expected].sort()) await add({ title });
        expect(await titles({ sort: 'title' })).toEqual(expected);
        expect(await titles({ sort: '-title' })).toEqual(expected.reverse());
      });

      it.each(SORTS)(
        '%s sorts ties by ID in the same direction, so that pages never overlap',
        async (sort) => {
          const same = await Promise.all(
            Array.from({ length: 9 }, () => add({ created_at: minute(1), updated_at: minute(5) })),
          );
          const expected = same.map(({ id }) => id).sort();
          if (sort.startsWith('-')) expected.reverse();
          for (const limit of [1, 2, 3, 9, 100]) expect(await listPages({ sort }, limit)).toEqual(expected);
        },
      );

      it.each(SORTS)('%s is the same for pages and for the whole list, with any filter', async (sort) => {
        const words = ['alpha', 'Beta', 'gamma', 'delta', 'éa', '%', '_', '\\'];
        for (let i = 0; i < 24; i++) {
          await add({
            title: words[i % words.length]!,
            status: i % 3 === 0 ? 'planned' : 'new',
            created_at: minute(i % 5),
            updated_at: minute(30 + ((i * 7) % 4)),
          });
        }
        for (const filter of [
          {},
          { status: 'planned' as const },
          { q: 'A' },
          { q: 'a', status: 'new' as const },
        ]) {
          const expected = (await list({ sort, ...filter })).map(({ id }) => id);
          expect(expected.length).toBeGreaterThan(5);
          expect(await listPages({ sort, ...filter }, 4)).toEqual(expected);
        }
      });

      it.each([
        ['title', {}],
        ['title', { updated_after: minute(0) }],
        ['updated_at', {}],
        ['updated_at', { q: 'e' }],
      ] as const)(
        '%s returns the first items of the order, even if they were not created or updated in that order: %j',
        async (sort, more) => {
          for (let i = 0; i < 4; i++)
            await add({ title: `a ${i}`, created_at: minute(i), updated_at: minute(10) });
          for (const [i, n] of [2, 4, 5, 9, 3, 8, 6, 7].entries()) {
            const updated_at = minute(40 + n);
            await add({ title: `e ${n}`, status: 'planned', created_at: minute(20 + i), updated_at });
          }
          const first = { sort, status: 'planned' as const, limit: 1, ...more };
          expect(await titles(first)).toEqual(['e 2', 'e 3']);
          expect(await titles({ ...first, offset: 2 })).toEqual(['e 4', 'e 5']);
        },
      );

      it.each(SORTS)('%s continues after a position whose item was deleted', async (sort) => {
        const created: Feedback[] = [];
        for (let i = 1; i <= 5; i++) {
          created.push(await add({ title: `${i}`, created_at: minute(i), updated_at: minute(10 + i) }));
        }
        if (sort.startsWith('-')) created.reverse();
        const [first, second, third, ...rest] = created;
        const after = positionOf(second!, sort);
        await items.remove(accountId, second!.id, 'any', SYSTEM);
        await items.remove(accountId, first!.id, 'any', SYSTEM);
        expect((await list({ sort, after })).map(({ id }) => id)).toEqual(
          [third, ...rest].map((item) => item!.id),
        );
      });
    });

    describe('search', () => {
      const search = async (q: string) => (await titles({ q, sort: 'title' })).join(' | ');

      it('finds a substring of the title or of the description, in any case', async () => {
        await add({ title: 'Export to CSV' });
        await add({ title: 'Import', description: 'The opposite of an EXPORT.' });
        await add({ title: 'Unrelated', description: null });
        expect(await search('export')).toBe('Export to CSV | Import');
        expect(await search('XPOR')).toBe('Export to CSV | Import');
        expect(await search('csv')).toBe('Export to CSV');
        expect(await search('exports')).toBe('');
      });

      it('requires every term, in title or description, in any order', async () => {
        await add({ title: 'Export', description: 'as a CSV file' });
        await add({ title: 'CSV export' });
        await add({ title: 'Export', description: 'as a PDF file' });
        expect(await search('csv export')).toBe('CSV export | Export');
        expect(await search('  export\t\u00a0\n csv \u3000')).toBe('CSV export | Export');
        expect(await search('export file csv')).toBe('Export');
        expect(await search('export export')).toBe('CSV export | Export | Export');
      });

      it('does not match across the end of the title and the start of the description', async () => {
        await add({ title: 'dark', description: 'mode' });
        expect(await search('darkmode')).toBe('');
        expect(await search('kmo')).toBe('');
      });

      it.each([
        ['%', '100% sure'],
        ['_', 'snake_case'],
        ['\\', 'C:\\temp'],
        ['\\%', 'odd \\% sign'],
        ["'", "it's"],
        ['"', 'say "hi"'],
        ['{', '{json,array}'],
        [',', '{json,array}'],
        ['null', 'NULL and void'],
        ['<script>', '<script>alert(1)</script>'],
        ['$1', 'costs $1'],
      ])('treats %s as ordinary text', async (q, title) => {
        await add({ title });
        await add({ title: 'nothing of that', description: 'plain words only' });
        await add({ title: 'Untouched', description: null });
        expect(await titles({ q })).toEqual([title]);
      });

      it.each([
        ['über', 'ÜBERSICHT'],
        ['ÜBER', 'übersicht'],
        ['ЭКСПОРТ', 'экспорт'],
        ['書', '日本語の書式'],
        ['👍', 'well done 👍🏽'],
        ["can't", 'I can’t log in'],
        ['“hi”', 'say "hi"'],
        ['pre-sales', 'pre‑sales'],
        ['café', 'Cafe\u0301'],
        ['한글', '한글'.normalize('NFD')],
        ['λογαριασμος', 'ΛΟΓΑΡΙΑΣΜΟΣ'],
        ['λογαριασμος', 'Λογαριασμός'],
        ['STRASSE', 'Straße'],
        ['foobar', 'foo\u200bbar'],
        ['foo\u00adbar', 'foobar'],
        ['cafe', 'Café'],
        ['nguyen', 'Nguyễn'],
        ['dark', 'ＤＡＲＫ'],
        ['％', '100% sure'],
      ])('finds %s in %s', async (q, title) => {
        await add({ title });
        await add({ title: 'other' });
        expect(await titles({ q })).toEqual([title]);
      });

      it('finds only text with the same accents if a term has some', async () => {
        await add({ title: 'Café' });
        await add({ title: 'Cafe' });
        expect(await search('café')).toBe('Café');
        expect(await search('cafe')).toBe('Cafe | Café');
      });

      it('matches every item if it is only whitespace', async () => {
        await add({ title: 'A' });
        await add({ title: 'B' });
        expect(await search(' \u2003 ')).toBe('A | B');
      });

      it('supports the maximum number of terms', async () => {
        const words = Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x4e00 + i));
        await add({ title: 'all', description: words.join('') });
        await add({ title: 'most', description: words.slice(1).join('') });
        expect(await search(words.join(' '))).toBe('all');
      });

      it('can be combined with a status, an offset, and a count', async () => {
        await add({ title: 'export 1', status: 'planned', created_at: minute(1) });
        await add({ title: 'export 2', status: 'planned', created_at: minute(2) });
        await add({ title: 'export 3', status: 'new', created_at: minute(3) });
        await add({ title: 'other', status: 'planned', created_at: minute(4) });
        const filter = { q: 'export', status: 'planned' as const };
        expect(await titles(filter)).toEqual(['export 2', 'export 1']);
        expect(await titles({ ...filter, offset: 1 })).toEqual(['export 1']);
        expect(await lists.count(accountId, filter)).toBe(2);
        expect(await lists.count(accountId, { q: 'export' })).toBe(3);
        expect(await lists.count(accountId, { q: 'nothing' })).toBe(0);
      });

      it('finds no items of another account', async () => {
        await add({ title: 'export' });
        expect(await lists.list(anAccountId(), { q: 'export', limit: 20, offset: 0 })).toEqual([]);
        expect(await lists.countByStatus(anAccountId(), { q: 'export' })).toEqual(NO_ITEMS);
      });
    });

    describe('countByStatus', () => {
      it('returns every status', async () => {
        expect(await lists.countByStatus(accountId)).toEqual(NO_ITEMS);
        await add({ status: 'planned' });
        await add({ status: 'planned' });
        await add({ status: 'declined' });
        expect(await lists.countByStatus(accountId)).toEqual({ ...NO_ITEMS, planned: 2, declined: 1 });
      });

      it('counts the items of a search', async () => {
        await add({ title: 'export 100%', status: 'planned' });
        await add({ title: 'T', description: 'Export', status: 'new' });
        await add({ title: 'other', status: 'new' });
        expect(await lists.countByStatus(accountId, { q: 'EXPORT' })).toEqual({
          ...NO_ITEMS,
          planned: 1,
          new: 1,
        });
        expect(await lists.countByStatus(accountId, { q: 'export %' })).toEqual({ ...NO_ITEMS, planned: 1 });
        expect(await lists.countByStatus(accountId, { q: ' ' })).toEqual({ ...NO_ITEMS, planned: 1, new: 2 });
      });

      it('supports every other filter', async () => {
        await add({ status: 'planned', created_at: minute(1), updated_at: minute(8), source: 'form' });
        await add({
          status: 'new',
          created_at: minute(2),
          updated_at: minute(9),
          submitter_email: 'Ada@b.co',
        });
        await add({ status: 'new', created_at: minute(3), updated_at: minute(3) });
        const count = (filter: StatuslessFilter) => lists.countByStatus(accountId, filter);
        expect(await count({ created_after: minute(2) })).toEqual({ ...NO_ITEMS, new: 2 });
        expect(await count({ created_before: minute(3) })).toEqual({ ...NO_ITEMS, planned: 1, new: 1 });
        expect(await count({ updated_after: minute(8) })).toEqual({ ...NO_ITEMS, planned: 1, new: 1 });
        expect(await count({ submitter_email: 'ada@B.co' })).toEqual({ ...NO_ITEMS, new: 1 });
        expect(await count({ source: 'form', created_after: minute(2) })).toEqual(NO_ITEMS);
      });
    });

    describe('countByStatusUpTo', () => {
      beforeEach(async () => {
        for (const n of [1, 2, 3]) await add({ title: `export ${n}`, status: 'planned', source: 'form' });
        await add({ title: 'export', status: 'new' });
        await add({ title: 'other', status: 'new' });
      });
      const count = (filter: StatuslessFilter, max: number) =>
        lists.countByStatusUpTo(accountId, filter, max);

      it('is exact for at most the maximum', async () => {
        const all = { ...NO_ITEMS, planned: 3, new: 2 };
        expect(await count({}, 3)).toEqual({ counts: all, atLeast: [] });
        expect(await count({ created_after: minute(0) }, 3)).toEqual({ counts: all, atLeast: [] });
        const found = { ...NO_ITEMS, planned: 3, new: 1 };
        expect(await count({ q: 'export' }, 4)).toEqual({ counts: found, atLeast: [] });
        expect(await count({ source: 'form' }, 3)).toEqual({
          counts: { ...NO_ITEMS, planned: 3 },
          atLeast: [],
        });
        expect(await count({ q: 'nothing' }, 1)).toEqual({ counts: NO_ITEMS, atLeast: [] });
        expect(await lists.countByStatusUpTo(anAccountId(), {}, 1)).toEqual({
          counts: NO_ITEMS,
          atLeast: [],
        });
      });

      it('stops at the maximum of each status without a filter', async () => {
        const counts = { ...NO_ITEMS, planned: 2, new: 2 };
        expect(await count({}, 2)).toEqual({ counts, atLeast: ['planned'] });
        expect(await count({ created_after: minute(0) }, 2)).toEqual({ counts, atLeast: ['planned'] });
        expect(await count({ merged: 'include' }, 2)).toEqual({ counts, atLeast: ['planned'] });
      });

      it.each<[string, StatuslessFilter, number]>([
        ['of a search', { q: 'export' }, 2],
        ['of another filter', { source: 'form' }, 2],
        ['of a search with another filter', { q: 'export', source: 'form' }, 2],
      ])('returns what there is at least %s', async (_name, filter, max) => {
        const { counts, atLeast } = await count(filter, max);
        expect(atLeast).toContain('planned');
        expect(counts.planned).toBeLessThanOrEqual(max);
        expect(counts.new).toBeLessThanOrEqual(1);
      });
    });

    describe('countUpTo', () => {
      it('counts each filter, and stops at the maximum', async () => {
        await add({ title: 'export 1', status: 'planned' });
        await add({ title: 'export 2' });
        await add({ title: 'export 3', source: 'form' });
        const filters = [
          {},
          { q: 'EXPORT' },
          { q: 'export', status: 'planned' },
          { source: 'form' },
          { q: 'x y' },
        ];
        const count = (max: number) => lists.countUpTo(accountId, filters as FeedbackFilter[], max);
        expect(await count(4)).toEqual([3, 3, 1, 1, 0]);
        expect(await count(3)).toEqual([3, 3, 1, 1, 0]);
        expect(await count(2)).toEqual([2, 2, 1, 1, 0]);
        const email = { submitter_email: 'ada@b.co' };
        await add({ title: 'export 4', created_at: minute(1), ...email });
        const older = { q: 'export', created_before: minute(1) };
        const newer = { q: 'export', created_after: minute(1), ...email };
        const combined = [older, newer, { q: 'ADA@', searchesSenders: true }, email];
        expect(await lists.countUpTo(accountId, combined, 5)).toEqual([3, 1, 1, 1]);
        expect(await lists.countUpTo(anAccountId(), [{}, { q: 'export' }], 5)).toEqual([0, 0]);
        expect(await lists.countUpTo(accountId, [], 5)).toEqual([]);
      });

      it('leaves out merged items as a list does, also by tag and without tags', async () => {
        const target = await add({ title: 'export 1', created_at: minute(1) });
        await add({ title: 'export 2', created_at: minute(2), merged_into: target.id });
        const merged = 'include' as const;
        const filters: FeedbackFilter[] = [
          { isUntagged: true },
          { isUntagged: true, merged },
          { tags: ['unknown'] },
          { q: 'export' },
          { q: 'export', merged },
          { q: 'export', merged: 'only' },
          { q: 'export', created_after: minute(2) },
          { merged_into: target.id, merged: 'only' },
        ];
        expect(await lists.countUpTo(accountId, filters, 5)).toEqual([1, 2, 0, 1, 2, 1, 0, 1]);
      });
    });

    describe('source filter', () => {
      it('selects items of one source, in every order, with other filters, and in counts', async () => {
        await add({ title: 'a 1', source: 'form', created_at: minute(1) });
        await add({ title: 'b 2', source: 'widget', created_at: minute(2) });
        await add({ title: 'a 3', source: 'form', created_at: minute(3), status: 'planned' });
        await add({ title: 'b 4', source: 'form', created_at: minute(4) });
        const source = 'form' as const;
        expect(await titles({ source })).toEqual(['b 4', 'a 3', 'a 1']);
        expect(await titles({ source, offset: 1 })).toEqual(['a 3', 'a 1']);
        for (const sort of SORTS) expect((await titles({ source, sort })).length).toBe(3);
        expect(await titles({ source, sort: 'title' })).toEqual(['a 1', 'a 3', 'b 4']);
        expect(await titles({ source, status: 'new' })).toEqual(['b 4', 'a 1']);
        expect(await titles({ source, q: 'a' })).toEqual(['a 3', 'a 1']);
        expect(await titles({ source, created_after: minute(2), created_before: minute(4) })).toEqual([
          'a 3',
        ]);
        expect(await titles({ source: 'mcp' })).toEqual([]);
        expect(await lists.count(accountId, { source, status: 'new' })).toBe(2);
        expect(await lists.countByStatus(accountId, { source })).toEqual({ ...NO_ITEMS, new: 2, planned: 1 });
      });
    });

    describe('search with searchesSenders', () => {
      const search = (q: string) => titles({ q, searchesSenders: true, sort: 'title' });

      it('finds terms in the email address, the title, or the description', async () => {
        await add({ title: 'By Ada', submitter_email: 'Ada@Example.com' });
        await add({ title: 'By Bob', description: 'and ada', submitter_email: 'bob@other.org' });
        await add({ title: 'By nobody' });
        expect(await search('ada@exam')).toEqual(['By Ada']);
        expect(await search('ADA')).toEqual(['By Ada', 'By Bob']);
        expect(await search('@')).toEqual(['By Ada', 'By Bob']);
        expect(await search('by example.com')).toEqual(['By Ada']);
        expect(await search('andada')).toEqual([]);
        const filter = { q: 'other.org', searchesSenders: true };
        expect(await lists.count(accountId, filter)).toBe(1);
        expect(await lists.countByStatus(accountId, filter)).toEqual({ ...NO_ITEMS, new: 1 });
      });

      it('is off by default', async () => {
        await add({ title: 'x', description: 'y\u001fz', submitter_email: 'ada@example.com' });
        for (const q of ['ada', 'example', 'com', '@']) {
          expect(await titles({ q })).toEqual([]);
          expect(await lists.count(accountId, { q })).toBe(0);
        }
        expect(await titles({ q: 'z' })).toEqual(['x']);
      });
    });

    it('accepts a position in every order that matches no item', async () => {
      await add({ title: 'x', created_at: minute(1) });
      for (const sort of SORTS) {
        const end = sort.startsWith('-') ? minute(0) : minute(59);
        const time = sort.startsWith('-request_') ? '-1' : end;
        const key = sort.endsWith('title') ? (sort === 'title' ? 'zzz' : 'a') : time;
        const after = sort.endsWith('created_at') ? { id: idAt(end) } : { id: idAt(end), key };
        expect(await list({ sort, after })).toEqual([]);
      }
    });
  });
}
