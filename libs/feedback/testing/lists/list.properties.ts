import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  MERGED_FILTERS,
  NOT_MERGED,
  positionOf,
  SORTS,
  SOURCES,
  STATUSES,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type FeedbackSelection,
  type ItemLink,
  type TagRepository,
} from '../../src';
import { aFeedback, anAccountId } from '../items/feedback-builders';
import type { ListAdapters, TestedFilter } from './filter.contract';
import { matching } from './matching';

/** Few times, so that many items have the same one, and some filters match it exactly. */
const time = fc
  .integer({ min: 0, max: 5 })
  .map((n) => new Date(Date.UTC(2026, 2, 3, 10, 0, 0, n)).toISOString());
/** Words with common substrings, and characters with a meaning in LIKE, JSON, arrays, and tsquery. */
const fragment = fc.constantFrom(
  ...[
    'a',
    'A',
    'ab',
    'É',
    'é',
    'ß',
    'Ж',
    'ж',
    '日',
    '本',
    '👍',
    '👍🏽',
    '%',
    '_',
    '\\',
    '"',
    "'",
    '{',
    '}',
    ',',
    '$1',
  ],
  ...[':*', '&', '|', '<b>', 'null', '0'],
);
const word = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((fragments) => fragments.join(''));
const line = (more: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(word, more), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const email = fc.constantFrom('ada@example.com', 'ADA@example.com', 'ada+x@example.com', 'eve@example.com');

const externalId = fc.constantFrom('17', 'a', 'A', '%', "'", 'ü😀');

/** IDs that stand for the first items. Some sets have fewer. */
const TARGETS = [1, 2].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
const mergeTarget = fc.constantFrom(...TARGETS);

const TAGS = ['a', 'B', 'é'];
const LINKS: readonly ItemLink[] = [{ url: 'https://a.example', kind: 'ticket', title: null }];
const itemTags = fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 });

const items = fc.uniqueArray(
  fc.record({
    title: line(fc.constant('x')),
    description: fc.option(line(fc.constantFrom('\n', '\t', ''))),
    submitter_email: fc.option(email),
    status: fc.constantFrom(...STATUSES),
    source: fc.constantFrom(...SOURCES.slice(0, 3)),
    created_at: time,
    updated_at: time,
    external_id: fc.option(externalId),
    merged_into: fc.option(mergeTarget, { freq: 1 }),
    request_count: fc.constantFrom(1, 2, 10),
    request_value: fc.constantFrom(0, 0, 0.1, 2.5, 10),
    tags: itemTags,
    links: fc.constantFrom([], LINKS),
  }),
  // Two items of an account never share an external ID.
  { maxLength: 14, selector: ({ external_id }) => external_id ?? {}, comparator: Object.is },
);
const white = fc.constantFrom(' ', '\t', '\u00a0', ' \n ');
const filter: fc.Arbitrary<FeedbackFilter> = fc.record(
  {
    status: fc.constantFrom(...STATUSES),
    statuses: fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 2 }),
    source: fc.constantFrom(...SOURCES.slice(0, 3)),
    searchesSenders: fc.boolean(),
    q: fc
      .tuple(white, fc.array(fc.tuple(word, white), { maxLength: 2 }))
      .map(([first, words]) => first + words.flat().join('')),
    submitter_email: email,
    requested_by: email,
    created_after: time,
    created_before: time,
    updated_after: time,
    updated_before: time,
    external_id: externalId,
    merged: fc.constantFrom(...MERGED_FILTERS),
    merged_into: mergeTarget,
    tags: fc.uniqueArray(fc.constantFrom(...TAGS, 'unknown'), { minLength: 1, maxLength: 2 }),
    isUntagged: fc.constant(true as const),
  } satisfies Record<TestedFilter, unknown>,
  { requiredKeys: [] },
);

/** Merges items into the first ones, if they exist, instead of into items that don't. */
function withTargets(created: readonly Feedback[]): readonly Feedback[] {
  const targets = new Map(TARGETS.map((id, at) => [id, created[at]?.id ?? id]));
  return created.map((item, at) => ({
    ...item,
    merged_into: at < TARGETS.length ? null : (targets.get(item.merged_into!) ?? null),
  }));
}

const ids = (list: readonly Feedback[]) => list.map(({ id }) => id);

/** Property-based contract tests of lists (lists.md 5). Each test runs with `numRuns` random sets of items. */
export function itemListsProperties(name: string, make: () => Promise<ListAdapters>, numRuns: number): void {
  describe(`ItemLists of random items, ${name}`, () => {
    let repository: ListAdapters['items'];
    let lists: ListAdapters['lists'];
    let tags: TagRepository;
    beforeAll(async () => {
      ({ items: repository, lists, tags } = await make());
    });

    const stored = async (drafts: readonly Partial<Feedback>[]) => {
      const accountId = anAccountId();
      await tags.ensure(accountId, TAGS, randomUUID);
      const created = withTargets(drafts.map((one) => aFeedback({ accountId, ...one })));
      await Promise.all(created.map((item) => repository.add(item, SYSTEM)));
      return { accountId, created };
    };
    const list = (accountId: string, query: Partial<FeedbackQuery>) =>
      lists.list(accountId, { limit: 100, offset: 0, ...query });

    it('contain and count the items that match the filter', async () => {
      await fc.assert(
        fc.asyncProperty(items, filter, fc.constantFrom(...SORTS), async (drafts, filterValue, sort) => {
          const { accountId, created } = await stored(drafts);
          const expected = ids(matching(created, filterValue)).sort();
          expect(ids(await list(accountId, { ...filterValue, sort })).sort()).toEqual(expected);
          expect(await lists.count(accountId, filterValue)).toBe(expected.length);
          expect(await lists.countUpTo(accountId, [filterValue], 20)).toEqual([expected.length]);
          expect(await lists.countUpTo(accountId, [filterValue], 2)).toEqual([Math.min(expected.length, 2)]);
          const { status, ...others } = filterValue;
          const byStatus = await lists.countByStatus(accountId, others);
          for (const one of STATUSES) {
            const sameStatus = matching(created, { ...others, status: one });
            expect([status, byStatus[one]]).toEqual([status, sameStatus.length]);
          }
          const whole = await lists.countByStatusUpTo(accountId, others, 20);
          expect(whole).toEqual({ counts: byStatus, atLeast: [] });
          const { counts, atLeast } = await lists.countByStatusUpTo(accountId, others, 2);
          for (const one of STATUSES) {
            if (atLeast.includes(one)) expect(counts[one]).toBeLessThanOrEqual(Math.min(2, byStatus[one]));
            else expect(counts[one]).toBe(byStatus[one]);
          }
        }),
        { numRuns },
      );
    });

    it('are sorted, with the same pages by offset and by cursor', async () => {
      const sizes = fc.integer({ min: 1, max: 5 });
      await fc.assert(
        fc.asyncProperty(
          items,
          filter,
          fc.constantFrom(...SORTS),
          sizes,
          async (drafts, filterValue, sort, limit) => {
            const { accountId } = await stored(drafts);
            const selection: FeedbackSelection = { ...filterValue, sort };
            const allItems = await list(accountId, selection);
            const inTime = (item: Feedback) => {
              if (sort === '-request_count') return String(item.request_count).padStart(3, '0') + item.id;
              return sort.endsWith('updated_at') ? item.updated_at + item.id : item.id;
            };
            if (!sort.endsWith('title')) {
              const keys = allItems.map(inTime);
              expect(keys).toEqual(sort.startsWith('-') ? [...keys].sort().reverse() : [...keys].sort());
            }
            for (let offset = 0, after: FeedbackQuery['after']; ; offset += limit) {
              const expected = ids(allItems.slice(offset, offset + limit + 1));
              expect(ids(await list(accountId, { ...selection, limit, offset }))).toEqual(expected);
              const page = await list(accountId, { ...selection, limit, after });
              expect(ids(page)).toEqual(expected);
              if (page.length <= limit) break;
              after = positionOf(page[limit - 1]!, sort);
            }
          },
        ),
        { numRuns },
      );
    });

    /** A concurrent change during pagination: a new item, or a change of an item by its index. */
    const event = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), created_at: time, title: line(fc.constant('x')) }),
      fc.record({ kind: fc.constantFrom('remove' as const, 'move' as const), which: fc.nat(30) }),
    );
    it.each(['-created_at', 'created_at', 'title', '-title'] as const)(
      'sorted by %s, return every remaining item once by cursor, during concurrent changes',
      async (sort) => {
        const eventBatches = fc.array(fc.array(event, { maxLength: 4 }), { maxLength: 12 });
        const sizes = fc.integer({ min: 1, max: 4 });
        const searches = fc.constantFrom(undefined, 'a', 'x a');
        await fc.assert(
          fc.asyncProperty(items, eventBatches, sizes, searches, async (drafts, batches, limit, q) => {
            const { accountId, created } = await stored(drafts.map((one) => ({ ...one, ...NOT_MERGED })));
            const deleted = new Set<string>();
            const applyEvent = async (one: (typeof batches)[number][number]) => {
              if (one.kind === 'add') return repository.add(aFeedback({ accountId, ...one }), SYSTEM);
              const item = created[one.which % Math.max(1, created.length)];
              if (!item) return undefined;
              if (one.kind === 'remove') {
                deleted.add(item.id);
                return repository.remove(accountId, item.id, 'any', SYSTEM);
              }
              const change = { status: STATUSES[one.which % STATUSES.length]! };
              const at = new Date(Date.UTC(2026, 2, 4, 10, one.which)).toISOString();
              return repository.revise(accountId, item.id, { change, expected: 'any', by: SYSTEM, at });
            };

            const seen: string[] = [];
            for (let n = 0, after: FeedbackQuery['after']; ; n++) {
              const [page] = await Promise.all([
                list(accountId, { sort, limit, after, q }),
                ...(batches[n] ?? []).map(applyEvent),
              ]);
              seen.push(...ids(page.slice(0, limit)));
              if (page.length <= limit) break;
              after = positionOf(page[limit - 1]!, sort);
            }
            expect(new Set(seen).size).toBe(seen.length);
            const stayed = matching(created, { q }).filter((item) => !deleted.has(item.id));
            expect(seen).toEqual(expect.arrayContaining(ids(stayed)));
          }),
          { numRuns },
        );
      },
    );
  });
}
