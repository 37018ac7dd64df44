import { parse, SYSTEM } from '@libs/kernel';
import {
  operationPath,
  operationsRule,
  outcomeName,
  type Feedback,
  type FeedbackRepository,
  type OperationsBatch,
} from '../../src';
import { aFeedback, anAccountId, idAt, mergeItem } from '../items/feedback-builders';

/** Batches that are applied at the same time. */
const WRITERS = 8;
const NOW = new Date('2026-03-03T10:09:00.000Z');

/** Returns a batch of any operations, as a request has them. */
export const operationsOf = (
  lines: readonly object[],
  more: Partial<OperationsBatch> = {},
): OperationsBatch => ({
  operations: parse(operationsRule, lines),
  pathOf: operationPath,
  by: SYSTEM,
  now: NOW,
  newId: () => idAt(NOW.toISOString()),
  ...more,
});

/** Contract tests of batches with any operations (batch.md 5). */
export function feedbackOperationsContract(name: string, make: () => Promise<FeedbackRepository>): void {
  describe(`FeedbackRepository operations, ${name}`, () => {
    let items: FeedbackRepository;
    let accountId: string;

    beforeAll(async () => {
      items = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...overrides });
      await items.add(item, SYSTEM);
      return item;
    };
    const apply = (lines: readonly object[], more: Partial<OperationsBatch> = {}) =>
      items.applyAll(accountId, operationsOf(lines, more));
    const now = (id: string) => items.find(accountId, id);
    const external = (id: string) => items.findByExternalId(accountId, id);
    const failsWith = (code: string, ...params: string[]) => ({
      code,
      facts: { issues: params.map((param) => expect.objectContaining({ param })) },
    });
    /** Expects an error in a batch and in its dry run, and that the items are as before. */
    const expectError = async (
      lines: readonly object[],
      error: ReturnType<typeof failsWith>,
      ...unchanged: readonly Feedback[]
    ) => {
      for (const isDryRun of [true, false])
        await expect(apply(lines, { isDryRun })).rejects.toMatchObject(error);
      for (const item of unchanged) expect(await now(item.id)).toEqual(item);
      expect(await external('new')).toBeNull();
    };

    it('creates, updates, upserts, and deletes items, and returns the outcome of each line', async () => {
      const [changed, same, synced, gone] = [
        await add({ external_id: 'changed' }),
        await add(),
        await add({ external_id: 'synced', submitter_email: 'ada@example.com' }),
        await add({ external_id: 'gone' }),
      ];
      const outcomes = await apply([
        { method: 'create', title: 'Created', status: 'planned', external_id: 'created' },
        { method: 'update', id: changed.id, title: 'Changed', external_id: null },
        { method: 'upsert', external_id: 'synced', title: 'Synced', submitter_email: 'eve@example.com' },
        { method: 'upsert', external_id: 'new', title: 'New', submitter_email: 'eve@example.com' },
        { method: 'update', id: same.id, title: same.title },
        { method: 'delete', external_id: 'gone' },
      ]);
      expect(outcomes.map((one) => [one.method, outcomeName(one)])).toEqual([
        ['create', 'created'],
        ['update', 'updated'],
        ['upsert', 'updated'],
        ['upsert', 'created'],
        ['update', 'unchanged'],
        ['delete', 'deleted'],
      ]);
      const updated = { version: 2, updated_at: NOW.toISOString() };
      const created = { source: 'api', version: 1, created_at: NOW.toISOString() };
      expect(outcomes.map(({ before, after }) => [before, after])).toEqual([
        [null, expect.objectContaining({ ...created, title: 'Created', status: 'planned' })],
        [changed, { ...changed, title: 'Changed', external_id: null, ...updated }],
        [synced, { ...synced, title: 'Synced', ...updated }],
        [null, expect.objectContaining({ ...created, submitter_email: 'eve@example.com' })],
        [same, same],
        [gone, null],
      ]);
      for (const { id, after } of outcomes) expect(await now(id)).toEqual(after);
      expect(outcomes.map(({ id }) => id)).toEqual([
        (await external('created'))!.id,
        changed.id,
        synced.id,
        (await external('new'))!.id,
        same.id,
        gone.id,
      ]);
    });

    it('writes nothing in a dry run, and returns the same outcomes', async () => {
      const [one, two] = [await add({ external_id: 'one' }), await add()];
      const lines = [
        { method: 'delete', id: two.id },
        { method: 'upsert', external_id: 'one', title: 'One', tags: ['Tag'] },
        { method: 'create', title: 'New', external_id: 'new', tags: ['tag', 'other'] },
      ];
      const rehearsed = await apply(lines, { isDryRun: true });
      expect(await Promise.all([now(one.id), now(two.id), external('new')])).toEqual([one, two, null]);
      const applied = await apply(lines);
      const ids = applied.map(({ id }) => id);
      const withIds = rehearsed.map((outcome, i) => ({
        ...outcome,
        id: ids[i],
        after: outcome.after && { ...outcome.after, id: ids[i] },
      }));
      expect(withIds).toEqual(applied);
      expect(applied.map(({ after }) => after?.tags)).toEqual([undefined, ['Tag'], ['other', 'Tag']]);
    });

    it('applies lines in their order', async () => {
      const [old, target, duplicate] = [await add({ external_id: 'x' }), await add(), await add()];
      await mergeItem(items, accountId, duplicate.id, target.id);
      const outcomes = await apply([
        { method: 'delete', id: old.id },
        { method: 'create', title: 'Another', external_id: 'x' },
        { method: 'delete', id: target.id },
        { method: 'update', id: duplicate.id, title: 'No longer merged' },
      ]);
      expect(await external('x')).toEqual(outcomes[1]!.after);
      expect(outcomes[3]!.after).toMatchObject({ title: 'No longer merged', merged_into: null });
      expect(await now(duplicate.id)).toEqual(outcomes[3]!.after);
    });

    it('merges items, and returns the target with its new counts', async () => {
      const [target, duplicate] = [await add(), await add()];
      const outcomes = await apply([
        { method: 'update', id: duplicate.id, merged_into: target.id, add_tags: ['merged'] },
        { method: 'create', title: 'Between' },
        { method: 'update', id: target.id },
      ]);
      expect(outcomes[0]!.after).toMatchObject({ merged_into: target.id, tags: ['merged'] });
      expect(outcomes[2]!.after).toMatchObject({ duplicate_count: 1, request_count: 2 });
    });

    describe('changes nothing', () => {
      const NEW = { method: 'create', title: 'New', external_id: 'new' };
      const unknown = idAt(NOW.toISOString());

      it('if items are not found, also those of another account', async () => {
        const mine = await add();
        const theirs = await add({ accountId: anAccountId(), external_id: 'theirs' });
        const lines = [
          { method: 'update', id: mine.id, title: 'written?' },
          NEW,
          { method: 'update', id: unknown },
          { method: 'delete', id: 'abc' },
          { method: 'delete', id: theirs.id },
          { method: 'delete', external_id: 'theirs' },
        ];
        const params = ['[2].id', '[3].id', '[4].id', '[5].external_id'].map((path) => `operations${path}`);
        await expectError(lines, failsWith('feedback_not_found', ...params), mine);
        expect(await items.find(theirs.accountId, theirs.id)).toEqual(theirs);
      });

      it('if items have another version', async () => {
        const [one, two, three] = [await add(), await add({ version: 3 }), await add({ external_id: 'e' })];
        const lines = [
          { method: 'update', id: one.id, title: 'written?', if_match: '1' },
          { method: 'update', id: two.id, title: 'written?', if_match: '"2"' },
          { method: 'delete', external_id: 'e', if_match: 'W/"1"' },
          { method: 'upsert', external_id: 'new', title: 'New', if_match: '*' },
        ];
        const params = [1, 2, 3].map((i) => `operations[${i}].if_match`);
        await expectError(lines, failsWith('etag_mismatch', ...params), one, two, three);
      });

      it('if two lines name an item, by its ID and by its external ID', async () => {
        const item = await add({ external_id: 'x' });
        const lines = [
          { method: 'update', id: item.id, title: 'written?' },
          { method: 'upsert', external_id: 'x', title: 'written?' },
        ];
        await expectError(lines, failsWith('invalid_value', 'operations[1].external_id'), item);
      });

      it.each([
        ['of another item', [{ method: 'create', title: 'T', external_id: 'x' }], 1],
        ['that an earlier line sets', [{ method: 'update', external_id: 'new' }, NEW], 2],
        [
          'that an earlier line clears',
          [
            { method: 'update', external_id: null },
            { ...NEW, external_id: 'x' },
          ],
          2,
        ],
      ])('if a line sets an external ID %s', async (_name, lines, place) => {
        const item = await add({ external_id: 'x' });
        const named = lines.map((line) => (line.method === 'update' ? { ...line, id: item.id } : line));
        const other = { method: 'create', title: 'Other' };
        await expectError(
          [other, ...named],
          failsWith('external_id_taken', `operations[${place}].external_id`),
          item,
        );
      });

      it('if a later line is not possible', async () => {
        const [one, gone, merged] = [await add(), await add(), await add({ external_id: 'm' })];
        await mergeItem(items, accountId, merged.id, one.id);
        const before = [await now(one.id), gone, await now(merged.id)] as Feedback[];
        const first = [NEW, { method: 'delete', id: gone.id }];
        const into = (id: string) => ({ method: 'update', id: one.id, merged_into: id });
        await expectError(
          [...first, { method: 'upsert', external_id: 'm', title: 'written?' }],
          failsWith('feedback_merged', 'operations[2].external_id'),
          ...before,
        );
        await expectError(
          [...first, { method: 'update', id: merged.id, title: 'written?' }],
          failsWith('feedback_merged', 'operations[2].id'),
          ...before,
        );
        await expectError(
          [...first, into(gone.id)],
          failsWith('feedback_not_found', 'operations[2].merged_into'),
          ...before,
        );
        await expectError(
          [...first, into(one.id)],
          failsWith('merge_conflict', 'operations[2].merged_into'),
          ...before,
        );
      });
    });

    it('matches the version before the batch', async () => {
      const [target, item] = [await add(), await add()];
      const outcomes = await apply([
        { method: 'update', id: item.id, merged_into: target.id, if_match: '"1-1a2b3c4d"' },
        { method: 'create', title: 'Between' },
        { method: 'update', id: target.id, title: 'T', if_match: '1' },
      ]);
      expect(outcomes[2]!.after).toMatchObject({ title: 'T', version: 3 });
    });

    /** Applies batches with these lines and with the same ones in the opposite order, at the same time. */
    const applyInBothOrders = (linesOf: (title: string) => readonly object[]) =>
      Promise.all(
        Array.from({ length: WRITERS }, (_, n) => {
          const lines = linesOf(`batch ${n}`);
          return apply(n % 2 ? lines : lines.toReversed());
        }),
      );
    const versions = (found: readonly (Feedback | null)[]) => found.map((item) => item?.version);
    const eight = Array.from({ length: 8 }, (_, i) => `item ${i}`);

    it('never deadlocks, for concurrent batches that upsert the same new items in opposite orders', async () => {
      await applyInBothOrders((title) =>
        eight.map((name) => ({ method: 'upsert', external_id: name, title })),
      );
      expect(versions(await Promise.all(eight.map(external)))).toEqual(eight.map(() => WRITERS));
    });

    it('never deadlocks, for concurrent batches that change and delete the same items in opposite orders', async () => {
      const [target, ...others] = await Promise.all(eight.map(() => add()));
      for (const { id } of others.slice(0, 2)) await mergeItem(items, accountId, id, target!.id);
      const ids = others.slice(3).map(({ id }) => id);
      const title = 'merged';
      await Promise.all([
        applyInBothOrders((name) => ids.map((id) => ({ method: 'update', id, title: name }))),
        apply([
          { method: 'delete', id: others[0]!.id },
          { method: 'create', title },
          { method: 'update', id: ids[0] },
        ]),
        apply([
          { method: 'update', id: ids[0], add_tags: ['x'] },
          { method: 'delete', id: others[1]!.id },
        ]),
        mergeItem(items, accountId, others[2]!.id, target!.id),
      ]);
      expect(await now(target!.id)).toMatchObject({ duplicate_count: 1 });
    });

    it('applies one of concurrent batches with the same precondition', async () => {
      const item = await add();
      const settled = await Promise.allSettled(
        Array.from({ length: 6 }, (_, n) =>
          apply([
            { method: 'update', id: item.id, title: `batch ${n}`, if_match: '1' },
            { method: 'create', title: `batch ${n}` },
          ]),
        ),
      );
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await now(item.id)).toMatchObject({ version: 2 });
    });

    it('creates one item for an external ID, in concurrent batches and single requests', async () => {
      const single = () => items.add(aFeedback({ accountId, external_id: 'x' }), SYSTEM);
      await Promise.all([
        ...Array.from({ length: 4 }, (_, n) =>
          apply([{ method: 'upsert', external_id: 'x', title: `batch ${n}` }]),
        ),
        single().catch((error: unknown) => expect(error).toMatchObject({ code: 'external_id_taken' })),
      ]);
      expect(await external('x')).not.toBeNull();
    });
  });
}
