import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { ImportRequest, ImportResponse, StoredResponse } from '../../src';
import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';
import { after, NOON } from '../idempotency/idempotency-ledger';

/** Contract tests of `ImportTarget.runOnce` (idempotency.md 2). Every adapter runs all of them. */
export function importOnceContract(name: string, make: () => Promise<ImporterUnderTest>): void {
  describe(`import with an idempotency key, ${name}`, () => {
    let adapters: ImporterUnderTest;
    let accountId: string;
    let client: string;

    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
      client = randomUUID();
    });

    const request = (fingerprint = 'f1', at = NOON): ImportRequest => ({
      client,
      key: 'k1',
      at,
      fingerprint: async () => fingerprint,
    });
    const importOne = async (importRequest = request(), end: () => Promise<void> = async () => {}) => {
      const importId = idAt(importRequest.at);
      return adapters.importer.run(accountId, false, (target) =>
        target.runOnce(importRequest, async (): Promise<ImportResponse> => {
          await target.add([aFeedback({ accountId })], importId);
          await target.record({ id: importId, createdAt: importRequest.at, created: 1, requests: 0 }, 0);
          await end();
          return { text: `created by ${importId}`, importId };
        }),
      );
    };
    const count = () => adapters.lists.count(accountId);
    const importIdOf = ({ text }: StoredResponse) => text.replace('created by ', '');

    it('takes effect once, and replays its response for 24 hours', async () => {
      const first = await importOne();
      expect(first.isReplay).toBe(false);
      expect(await importOne(request('f1', after(23)))).toEqual({ text: first.text, isReplay: true });
      expect(await count()).toBe(1);
      expect(await importOne(request('f2', after(24)))).toMatchObject({ isReplay: false });
      expect(await count()).toBe(2);
    });

    it('is rejected with the key of another request, and adds nothing', async () => {
      await importOne();
      const reused = { kind: 'idempotency', code: 'idempotency_key_reused' };
      await expect(importOne(request('f2'))).rejects.toMatchObject(reused);
      const item = aFeedback({ accountId, created_at: NOON });
      const itemRequest = { client, key: 'k1', fingerprint: 'f3' };
      await expect(adapters.idempotency.add(item, SYSTEM, itemRequest, () => '')).rejects.toMatchObject(
        reused,
      );
      expect(await count()).toBe(1);
    });

    it('stores nothing if it fails, before or after its response', async () => {
      const failure = new Error('broken');
      await expect(importOne(request(), () => Promise.reject(failure))).rejects.toBe(failure);
      const { importer } = adapters;
      const broken = importer.run(accountId, false, async (target) => {
        await target.add([aFeedback({ accountId })], idAt(NOON));
        throw failure;
      });
      await expect(broken).rejects.toBe(failure);
      expect(await count()).toBe(0);
      expect(await importOne()).toMatchObject({ isReplay: false });
    });

    it('reports by isInProgress whether the request is in progress', async () => {
      const { importer, another } = adapters;
      expect(await another.isInProgress(accountId, request())).toBe(false);
      await importOne(request(), async () => {
        expect(await another.isInProgress(accountId, request())).toBe(true);
        expect(await another.isInProgress(accountId, { client, key: 'k2' })).toBe(false);
        expect(await another.isInProgress(anAccountId(), request())).toBe(false);
      });
      expect(await importer.isInProgress(accountId, request())).toBe(false);
    });

    it('rejects another kind of request with its key while it runs', async () => {
      const item = aFeedback({ accountId, created_at: NOON });
      let other: Promise<unknown> = Promise.resolve();
      await importOne(request(), async () => {
        other = adapters.idempotency.add(item, SYSTEM, { client, key: 'k1', fingerprint: 'f1' }, () => '');
        await expect(other).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
      });
    });

    it('has no stored response after an undo, and does not run again', async () => {
      const first = await importOne();
      await adapters.imports.undo(accountId, importIdOf(first), false, SYSTEM);
      await expect(importOne()).rejects.toMatchObject({ kind: 'conflict', code: 'idempotent_result_gone' });
      expect(await count()).toBe(0);
    });

    it('keeps the response of a create when an import with the ID of its item is undone', async () => {
      const item = aFeedback({ accountId, created_at: NOON });
      const create = () =>
        adapters.idempotency.add(item, SYSTEM, { client, key: 'k1', fingerprint: 'f1' }, () => 'response');
      await create();
      await adapters.imports.undo(accountId, item.id, true, SYSTEM);
      expect(await create()).toEqual({ text: 'response', isReplay: true });
    });

    it('keeps its response while one of its items exists', async () => {
      const first = await importOne();
      const [item] = await adapters.lists.list(accountId, { limit: 1, offset: 0 });
      const change = { change: { title: 'Changed' }, expected: 'any', by: SYSTEM, at: NOON } as const;
      await adapters.items.revise(accountId, item!.id, change);
      await adapters.imports.undo(accountId, importIdOf(first), false, SYSTEM);
      expect(await importOne()).toEqual({ text: first.text, isReplay: true });
    });
  });
}
