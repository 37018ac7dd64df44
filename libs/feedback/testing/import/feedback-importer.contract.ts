import { SYSTEM } from '@libs/kernel';
import { ITEM_TAGS_MAX, TAGS_MAX } from '../../src';
import type { Feedback, FeedbackImporter, IdempotencyRepository, ImportRepository } from '../../src';
import { aContext, aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import type { ItemAdapters, RequestAdapters } from '../lists/item-adapters';

export interface ImporterUnderTest extends RequestAdapters {
  readonly importer: FeedbackImporter;
  /** A second adapter on the same data, like that of another instance of the service. */
  readonly another: FeedbackImporter;
  /** The imports of both importers. */
  readonly imports: ImportRepository;
  /** Other idempotent requests of the same accounts. */
  readonly idempotency: IdempotencyRepository;
}

const IMPORT_ID = idAt('2026-03-03T10:00:00.000Z');
const ALL = { limit: 100, offset: 0 };

/** Contract tests of `FeedbackImporter`. Every adapter runs all of them. */
export function feedbackImporterContract(name: string, make: () => Promise<ImporterUnderTest>): void {
  describe(`FeedbackImporter, ${name}`, () => {
    let importer: FeedbackImporter;
    let another: FeedbackImporter;
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let accountId: string;

    beforeAll(async () => {
      ({ importer, another, items, lists } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const one = (externalId: string | null = null, overrides = {}): Feedback =>
      aFeedback({ accountId, external_id: externalId, ...overrides });
    const imported = (...chunks: (readonly Feedback[])[]): Promise<number[]> =>
      running(importer, false, ...chunks);
    const running = (by: FeedbackImporter, dryRun: boolean, ...chunks: (readonly Feedback[])[]) =>
      by.run(accountId, dryRun, async (target) => {
        const counts: number[] = [];
        for (const chunk of chunks) counts.push(await target.add(chunk, IMPORT_ID));
        return counts;
      });
    const stored = async (of = accountId) => (await lists.list(of, ALL)).map(({ id }) => id);

    it('stores items exactly as they were added', async () => {
      const createdAt = '2019-05-04T03:02:01.007Z';
      const all = [
        one('a', {
          created_at: createdAt,
          updated_at: '2020-01-01T00:00:00.000Z',
          status: 'shipped',
          source: 'import',
        }),
        one(null, { title: '😀 "q", \\ {}', description: '', submitter_email: 'Ada@example.com' }),
        one(null, { context: aContext() }),
        one('b', { description: 'NULL\t{a,"b"}\r\n\u0001' }),
        one('c', {
          links: [{ url: 'https://a.example/{"b",NULL}\\', kind: 'call', title: '😀 "q", \\ {}' }],
        }),
      ];
      expect(await imported(all)).toEqual([all.length]);
      for (const item of all) expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('accepts an empty chunk, and no chunk', async () => {
      expect(await imported([])).toEqual([0]);
      expect(await imported()).toEqual([]);
    });

    /** import.md 4 */
    it('skips an item whose ID or external ID exists, and does not change the existing one', async () => {
      const first = one('a', { title: 'First' });
      await imported([first]);
      const again = [one('a', { title: 'Second' }), { ...first, title: 'Third', external_id: 'other' }];
      expect(await imported(again)).toEqual([0]);
      expect(await lists.list(accountId, ALL)).toEqual([first]);
      // A skipped item does not reserve its external ID.
      expect(await imported([one('other')])).toEqual([1]);
    });

    it('skips an item that was created without an import', async () => {
      const item = aFeedback({ accountId });
      await items.add(item, SYSTEM);
      expect(await imported([{ ...item, external_id: 'a' }])).toEqual([0]);
    });

    it('skips duplicates within a chunk and across chunks', async () => {
      const first = one('a');
      expect(await imported([first, one('a'), one('b'), first], [one('b'), one('c'), first])).toEqual([2, 1]);
      expect(await stored()).toHaveLength(3);
    });

    it('compares external IDs exactly, and accepts any text', async () => {
      const names = ['a', 'A', ' a', 'a ', 'ä', 'a\u0308', '😀'.repeat(255), '%', "'; --", 'null'];
      expect(await imported(names.map((name) => one(name)))).toEqual([names.length]);
      expect(await imported(names.map((name) => one(name)))).toEqual([0]);
    });

    it('imports an item again after it was deleted', async () => {
      const item = one('a');
      await imported([item]);
      await items.remove(accountId, item.id, 'any', SYSTEM);
      expect(await imported([one('a')])).toEqual([1]);
    });

    it('ignores IDs and external IDs of another account', async () => {
      const item = one('a');
      await imported([item]);
      const other = anAccountId();
      const same = { ...item, accountId: other };
      expect(await importer.run(other, false, (target) => target.add([same], IMPORT_ID))).toBe(1);
      expect(await stored(other)).toEqual(await stored());
    });

    it('shows no items before the end or after an error, and rethrows the error', async () => {
      const failure = new Error('broken');
      const broken = importer.run(accountId, false, async (target) => {
        await target.add([one('a')], IMPORT_ID);
        expect(await stored()).toEqual([]);
        throw failure;
      });
      await expect(broken).rejects.toBe(failure);
      expect(await stored()).toEqual([]);
      expect(await imported([one('a')])).toEqual([1]);
    });

    it('returns the same counts in a dry run, and adds nothing', async () => {
      const there = one('there');
      await imported([there]);
      const chunks = [
        [one('a'), one('a'), one('there'), one(), there],
        [one('a'), one('b'), there],
      ];
      expect(await running(importer, true, ...chunks)).toEqual([2, 1]);
      expect(await stored()).toEqual([there.id]);
      expect(await imported(...chunks)).toEqual([2, 1]);
    });

    it.each([true, false])('rejects more tags than an account can have (dry run: %s)', async (dryRun) => {
      const names = (first: number) => Array.from({ length: ITEM_TAGS_MAX }, (_, i) => `tag ${first + i}`);
      const all = Array.from({ length: TAGS_MAX / ITEM_TAGS_MAX }, (_, i) =>
        one(null, { tags: names(i * ITEM_TAGS_MAX) }),
      );
      const chunks = [all.slice(0, 20), all.slice(20), [one(null, { tags: ['TAG 0', 'tag 499'] })]];
      expect(await running(importer, true, ...chunks)).toEqual([20, 5, 1]);
      await expect(
        running(importer, dryRun, ...chunks, [one(null, { tags: ['one more'] })]),
      ).rejects.toMatchObject({ kind: 'conflict', code: 'tag_limit_reached' });
      expect(await stored()).toEqual([]);
    });

    it.each([false, true])(
      'rejects a second import of the account while one is running (dry run: %s)',
      async (dryRun) => {
        await importer.run(accountId, false, async (target) => {
          const inProgress = { kind: 'rate_limit', code: 'import_in_progress', facts: { retryAfter: 5 } };
          await expect(running(importer, dryRun)).rejects.toMatchObject(inProgress);
          await expect(running(another, dryRun)).rejects.toMatchObject(inProgress);
          await target.add([one('a')], IMPORT_ID);
        });
        expect(await running(another, false, [one('a'), one('b')])).toEqual([1]);
      },
    );

    it('runs imports of two accounts concurrently', async () => {
      const other = anAccountId();
      const counts = await importer.run(accountId, false, async (target) => [
        await target.add([one('a')], IMPORT_ID),
        await another.run(other, false, (theirs) =>
          theirs.add([aFeedback({ accountId: other, external_id: 'a' })], IMPORT_ID),
        ),
      ]);
      expect(counts).toEqual([1, 1]);
    });
  });
}
