import { apiKeyActor, IMPORT, memberActor, VISITOR, type Actor } from '@libs/kernel';
import type {
  FeedbackImporter,
  FeedbackRepository,
  IdempotencyRepository,
  ImportRepository,
  QuarantineRepository,
  RecordedChange,
} from '../../src';
import { operationsOf } from '../batch/operations.contract';
import { aBatch, aFeedback, anAccountId, aQuarantined, idAt } from '../items/feedback-builders';

export interface ChangingAdapters {
  readonly items: FeedbackRepository;
  readonly quarantine: QuarantineRepository;
  readonly requests: IdempotencyRepository;
  readonly importer: FeedbackImporter;
  readonly imports: ImportRepository;
  /** Returns the recorded changes of an account, in their order. */
  changesOf(accountId: string): Promise<readonly RecordedChange[]>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const MEMBER = memberActor('01900000-0000-7000-8000-000000000002');
const AT = '2026-03-03T10:09:00.000Z';
const IMPORT_ID = idAt('2026-03-03T10:00:00.000Z');
const REQUEST = { client: '01900000-0000-7000-8000-000000000003', key: 'once', fingerprint: 'f' };

/** Contract tests of everything that changes items (events.md 1). Every set of adapters runs all of them. */
export function recordedChangesContract(name: string, make: () => Promise<ChangingAdapters>): void {
  describe(`recorded changes, ${name}`, () => {
    let adapters: ChangingAdapters;
    let accountId: string;
    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const item = (more: object = {}) => aFeedback({ accountId, ...more });
    const add = async (more: object = {}) => {
      const added = item(more);
      await adapters.items.add(added, VISITOR);
      return added;
    };
    /** The kinds and authors of the changes after the first `skipped`, with what changed. */
    const changes = async (skipped = 0) =>
      (await adapters.changesOf(accountId)).slice(skipped).map(({ at: _, ...change }) => change);
    const created = (actor: Actor, added: object) => ({ kind: 'created', actor, item: added });

    it('have one entry for a new item', async () => {
      const added = await add({ description: 'a\nb', submitter_email: 'ada@example.com', source: 'form' });
      expect(await changes()).toEqual([created(VISITOR, added)]);
    });

    it('have the item before and after an update', async () => {
      const added = await add();
      const links = [{ url: 'https://a.example', kind: 'call', title: null }] as const;
      const change = { title: 'Other', description: null, status: 'planned', links } as const;
      const revised = await adapters.items.revise(accountId, added.id, {
        change,
        expected: 'any',
        by: KEY,
        at: AT,
      });
      expect(await changes(1)).toEqual([{ kind: 'updated', actor: KEY, item: revised, previous: added }]);
    });

    it('have no entry for an update that changes nothing', async () => {
      const added = await add();
      const change = { title: added.title };
      await adapters.items.revise(accountId, added.id, { change, expected: 'any', by: KEY, at: AT });
      expect(await changes(1)).toEqual([]);
    });

    it('have one entry for each changed item of a batch, in its order', async () => {
      const added = [await add(), await add(), await add(), await add()] as const;
      const order = [2, 0, 3, 1].map((i) => added[i]!.id);
      const updates = order.map((id) => ({ id, title: id === added[3].id ? added[3].title : `New ${id}` }));
      await adapters.items.reviseAll(accountId, { ...aBatch(updates), by: MEMBER });
      const recorded = await changes(4);
      expect(recorded.map((change) => 'item' in change && change.item.id)).toEqual(
        order.filter((id) => id !== added[3].id),
      );
      expect(recorded.every(({ actor, kind }) => kind === 'updated' && actor.type === 'owner')).toBe(true);
    });

    /** batch.md 5 */
    it('have one entry for each line of a batch of operations that has an effect, in their order', async () => {
      const [updated, gone] = [await add(), await add()];
      await add({ external_id: 'x' });
      const lines = [
        { method: 'delete', id: gone.id },
        { method: 'create', title: 'New' },
        { method: 'update', id: updated.id, title: 'Other' },
        { method: 'upsert', external_id: 'y', title: 'Y' },
        { method: 'delete', external_id: 'x' },
      ];
      const batch = { ...operationsOf(lines), by: KEY };
      const outcomes = await adapters.items.applyAll(accountId, batch);
      const recorded = (await changes(3)).map((one) => [one.kind, one.actor, 'item' in one && one.item.id]);
      const kinds = ['deleted', 'created', 'updated', 'created', 'deleted'];
      expect(recorded).toEqual(outcomes.map(({ id }, i) => [kinds[i], KEY, id]));
      await adapters.items.applyAll(accountId, {
        ...batch,
        ...operationsOf([{ method: 'create', title: 'T' }]),
        isDryRun: true,
      });
      expect(await changes(8)).toEqual([]);
    });

    it('have no entry for a batch with an unknown item', async () => {
      const added = await add();
      const updates = [
        { id: added.id, title: 'Other' },
        { id: IMPORT_ID, title: 'None' },
      ];
      await adapters.items.reviseAll(accountId, { ...aBatch(updates), by: MEMBER });
      expect(await changes(1)).toEqual([]);
    });

    it('have only the IDs and the version of a deleted item', async () => {
      const added = await add({ version: 4, external_id: 'board:17' });
      await adapters.items.remove(accountId, added.id, 'any', KEY);
      const item = { id: added.id, external_id: 'board:17', version: 4 };
      expect(await changes(1)).toEqual([{ kind: 'deleted', actor: KEY, item }]);
    });

    it('have one entry for each item that is deleted because it is unchanged', async () => {
      const added = [await add({ external_id: 'a' }), await add(), await add({ version: 2 })] as const;
      const removals = added.map(({ id }) => ({ id, version: 1 }));
      await adapters.items.removeUnchanged(accountId, removals, MEMBER);
      const recorded = await changes(3);
      expect(recorded).toHaveLength(2);
      expect(recorded).toEqual(
        expect.arrayContaining(
          [added[0], added[1]].map(({ id, external_id }) => ({
            kind: 'deleted',
            actor: MEMBER,
            item: { id, external_id, version: 1 },
          })),
        ),
      );
    });

    it('have an entry for a released item', async () => {
      const entry = aQuarantined({ accountId });
      await adapters.quarantine.add(entry);
      expect(await changes()).toEqual([]);
      const released = await adapters.quarantine.release(accountId, entry.id, MEMBER);
      expect(await changes()).toEqual([created(MEMBER, released!)]);
    });

    it('have one entry for a request that is repeated', async () => {
      const added = item();
      for (const _ of [1, 2]) await adapters.requests.add(added, KEY, REQUEST, () => 'response');
      expect(await changes()).toEqual([created(KEY, added)]);
    });

    it('have one entry for an import, and one for each item that its undo deletes', async () => {
      const rows = [item({ external_id: 'a' }), item({ external_id: 'b' })];
      await adapters.importer.run(accountId, false, async (target) => {
        await target.add(rows, IMPORT_ID);
        await target.record({ id: IMPORT_ID, createdAt: AT, created: 2, requests: 0 }, 1);
      });
      expect(await changes()).toEqual([{ kind: 'imported', actor: IMPORT, created: 2, existing: 1 }]);
      await adapters.imports.undo(accountId, IMPORT_ID, true, MEMBER);
      const recorded = await changes(1);
      const deleted = rows.map(({ id, external_id }) => ({
        kind: 'deleted',
        actor: MEMBER,
        item: { id, external_id, version: 1 },
      }));
      expect(recorded).toHaveLength(2);
      expect(recorded).toEqual(expect.arrayContaining(deleted));
    });

    it('have no entry for a failed import', async () => {
      const rows = [item()];
      const failure = new Error('broken');
      const run = adapters.importer.run(accountId, false, async (target) => {
        await target.add(rows, IMPORT_ID);
        throw failure;
      });
      await expect(run).rejects.toBe(failure);
      expect(await changes()).toEqual([]);
    });

    it('have no entry for the items of a deleted account', async () => {
      await add();
      await adapters.items.removeAll(accountId);
      expect(await changes(1)).toEqual([]);
    });

    it('belong to one account', async () => {
      await add();
      expect(await adapters.changesOf(anAccountId())).toEqual([]);
    });
  });
}
