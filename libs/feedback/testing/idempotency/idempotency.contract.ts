import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { Instant } from '@libs/kernel';
import {
  outcomeName,
  type BatchRevision,
  type Feedback,
  type FollowerRepository,
  type IdempotencyRepository,
  type Outcome,
  type RevisedItems,
  type StoredResponse,
  type IdempotentRequest,
} from '../../src';
import { operationsOf } from '../batch/operations.contract';
import { aBatch, aFeedback, aMerge, anAccountId, idAt } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';
import { after, NOON } from './idempotency-ledger';

export interface IdempotencyAdapters extends ItemAdapters {
  readonly writes: IdempotencyRepository;
  readonly followers: Pick<FollowerRepository, 'findByEmail' | 'listItems' | 'removeByEmail'>;
  /** Stores the records of so many requests, created at NOON. */
  addRecords(accountId: string, count: number): Promise<void>;
}

/** Builds a request with a new client, so that each call returns a different request. */
const aRequest = (overrides: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  client: randomUUID(),
  key: 'k1',
  fingerprint: 'f1',
  ...overrides,
});

/** Contract tests of `IdempotencyRepository` (idempotency.md 2, idempotency.md 3). Every adapter runs all of them. */
export function idempotencyContract(name: string, make: () => Promise<IdempotencyAdapters>): void {
  describe(`IdempotencyRepository, ${name}`, () => {
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let writes: IdempotencyRepository;
    let followers: IdempotencyAdapters['followers'];
    let addRecords: IdempotencyAdapters['addRecords'];
    let accountId: string;
    let defaultRequest: IdempotentRequest;

    beforeAll(async () => {
      ({ items, lists, writes, followers, addRecords } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
      defaultRequest = aRequest();
    });

    const responseOf = (item: Feedback) => `answer of ${item.id}`;
    const add = (request = defaultRequest, overrides: Partial<Feedback> = {}) =>
      writes.add(aFeedback({ accountId, created_at: NOON, ...overrides }), SYSTEM, request, responseOf);
    const respondWithAll = ({ before: rows }: RevisedItems) => {
      if (rows.includes(null)) throw new Error('not all there');
      return rows.map((row) => `${row!.title} v${row!.version}`).join();
    };
    const revise = (updates: BatchRevision['updates'], request = defaultRequest, at = NOON) =>
      writes.reviseAll(accountId, aBatch(updates, at), request, respondWithAll);
    const some = async (count: number) => {
      const created = Array.from({ length: count }, () => aFeedback({ accountId, title: 'T' }));
      await Promise.all(created.map((item) => items.add(item, SYSTEM)));
      return created;
    };
    const count = () => lists.count(accountId);
    const reused = { kind: 'idempotency', code: 'idempotency_key_reused' };
    const gone = { kind: 'conflict', code: 'idempotent_result_gone' };
    const inUse = { kind: 'conflict', code: 'idempotency_key_in_use', facts: { retryAfter: 1 } };
    /** Expects that one call took effect, and that the others returned its response or `idempotency_key_in_use`. */
    const expectOnce = (outcomes: readonly PromiseSettledResult<StoredResponse>[]) => {
      const responses = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(responses.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(inUse);
    };

    /** history.md 4 */
    describe('addNotes', () => {
      const notesOf = (itemId: string) =>
        [1, 2].map((n) => {
          const createdAt = after(n);
          const id = idAt(createdAt);
          const text = `Note ${n}`;
          return {
            note: { accountId, itemId, id, text, author: SYSTEM, authorName: null, createdAt },
            mentioned: [],
          };
        });
      const write = (itemId: string, response = 'answer') =>
        writes.addNotes(notesOf(itemId), NOON, defaultRequest, response);

      it('takes effect once, and then replays the response', async () => {
        const [item] = await some(1);
        expect(await write(item!.id)).toEqual({ text: 'answer', isReplay: false });
        expect(await write(item!.id, 'other')).toEqual({ text: 'answer', isReplay: true });
        await items.remove(accountId, item!.id, 'any', SYSTEM);
        await expect(write(item!.id)).rejects.toMatchObject(gone);
      });

      it('stores nothing for an item that does not exist', async () => {
        for (const id of [aFeedback().id, 'x'])
          await expect(write(id)).rejects.toMatchObject({ code: 'feedback_not_found' });
        const [item] = await some(1);
        expect(await write(item!.id)).toMatchObject({ isReplay: false });
      });
    });

    describe('add', () => {
      it('adds an item once, and then replays the response', async () => {
        const item = aFeedback({ accountId, created_at: NOON });
        expect(await writes.add(item, SYSTEM, defaultRequest, responseOf)).toEqual({
          text: responseOf(item),
          isReplay: false,
        });
        expect(await items.find(accountId, item.id)).toEqual(item);
        for (const hours of [0, 1, 23]) {
          const again = await add(defaultRequest, { created_at: after(hours) });
          expect(again).toEqual({ text: responseOf(item), isReplay: true });
        }
        expect(await count()).toBe(1);
      });

      it('knows the key until its record expires, and no other key', async () => {
        const isKnown = (request: Partial<IdempotentRequest> = {}, hours = 1, account = accountId) =>
          writes.isKnown(account, { ...defaultRequest, ...request }, after(hours));
        expect(await isKnown()).toBe(false);
        const { id } = aFeedback({ accountId });
        await add(defaultRequest, { id });
        expect([await isKnown(), await isKnown({ fingerprint: 'other' }), await isKnown({}, 24)]).toEqual([
          true,
          true,
          false,
        ]);
        const others = [
          isKnown({ key: 'k2' }),
          isKnown({ client: randomUUID() }),
          isKnown({}, 1, anAccountId()),
        ];
        expect(await Promise.all(others)).toEqual([false, false, false]);
        await items.remove(accountId, id, 'any', SYSTEM);
        expect(await isKnown()).toBe(true);
      });

      it('replays the first response even if the item has changed since', async () => {
        const item = aFeedback({ accountId, created_at: NOON });
        await writes.add(item, SYSTEM, defaultRequest, responseOf);
        await items.reviseAll(accountId, aBatch([{ id: item.id, title: 'Changed' }]));
        expect(await add()).toEqual({ text: responseOf(item), isReplay: true });
      });

      it('stores how a person follows the item, once', async () => {
        const email = 'ada@example.com';
        const follow = {
          id: idAt(NOON),
          email,
          language: 'de',
          isConfirmed: true,
          generation: 'g',
          at: NOON,
        };
        const item = aFeedback({ accountId, created_at: NOON });
        const write = (request = defaultRequest, one = item) =>
          writes.add(one, SYSTEM, request, responseOf, follow);
        expect(await write()).toEqual({ text: responseOf(item), isReplay: false });
        const follower = (await followers.findByEmail(accountId, email))!;
        expect(follower).toMatchObject({ language: 'de', confirmed_at: NOON });
        expect(await followers.listItems(accountId, follower.id, 10)).toMatchObject([
          { feedback_id: item.id },
        ]);
        await followers.removeByEmail(accountId, email);
        expect(await write()).toMatchObject({ isReplay: true });
        await expect(write({ ...defaultRequest, fingerprint: 'f2' })).rejects.toMatchObject(reused);
        expect(await followers.findByEmail(accountId, email)).toBeNull();
        expect(await count()).toBe(1);
      });

      it('takes effect once in concurrent calls of a person who follows the item', async () => {
        const email = 'ada@example.com';
        const write = (n: number) => {
          const follow = {
            id: idAt(NOON),
            email,
            language: null,
            isConfirmed: true,
            generation: `${n}`,
            at: NOON,
          };
          return writes.add(
            aFeedback({ accountId, created_at: NOON }),
            SYSTEM,
            defaultRequest,
            responseOf,
            follow,
          );
        };
        expectOnce(await Promise.allSettled(Array.from({ length: 12 }, (_, n) => write(n))));
        const follower = (await followers.findByEmail(accountId, email))!;
        expect(await followers.listItems(accountId, follower.id, 10)).toHaveLength(1);
        expect(await count()).toBe(1);
      });

      it('stores a long response unchanged', async () => {
        const response = `\r\n\t" \\ \u2028 e\u0301 ${'😀'.repeat(300_000)} `;
        const write = () =>
          writes.add(aFeedback({ accountId, created_at: NOON }), SYSTEM, defaultRequest, () => response);
        await write();
        expect((await write()).text).toBe(response);
      });

      it('rejects the same key for another request, and adds nothing', async () => {
        await add();
        await expect(add({ ...defaultRequest, fingerprint: 'f2' })).rejects.toMatchObject(reused);
        expect(await count()).toBe(1);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('stores nothing if it fails, so that the request can be repeated', async () => {
        const there = aFeedback({ accountId, created_at: NOON });
        await items.add(there, SYSTEM);
        await expect(
          writes.add(there, SYSTEM, defaultRequest, () => {
            throw new Error('no answer');
          }),
        ).rejects.toThrow('no answer');
        expect(await add({ ...defaultRequest, fingerprint: 'corrected' })).toMatchObject({ isReplay: false });
        expect(await count()).toBe(2);
      });

      it('takes effect once in concurrent calls; the others replay it or get idempotency_key_in_use', async () => {
        const outcomes = await Promise.allSettled(Array.from({ length: 24 }, () => add()));
        expect(await count()).toBe(1);
        expectOnce(outcomes);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('runs different requests concurrently', async () => {
        const requests = Array.from({ length: 40 }, (_, i) => aRequest({ key: `k${i}` }));
        const responses = await Promise.all(requests.map((request) => add(request)));
        expect(responses.every(({ isReplay }) => !isReplay)).toBe(true);
        expect(await count()).toBe(40);
      });
    });

    it.each<[string, () => IdempotentRequest, () => string]>([
      ['another account', () => defaultRequest, anAccountId],
      ['another client', () => ({ ...defaultRequest, client: randomUUID() }), () => accountId],
      ['another key', () => ({ ...defaultRequest, key: 'k2' }), () => accountId],
      ['the key in uppercase', () => ({ ...defaultRequest, key: 'K1' }), () => accountId],
    ])('treats a request with %s as another request', async (_name, request, account) => {
      await add();
      const item = aFeedback({ accountId: account(), created_at: NOON });
      expect(await writes.add(item, SYSTEM, { ...request(), fingerprint: 'f2' }, responseOf)).toEqual({
        text: responseOf(item),
        isReplay: false,
      });
      expect(await add()).toMatchObject({ isReplay: true });
    });

    it.each(['!', '~'.repeat(255), `'; DROP TABLE feedback; --`.replaceAll(' ', '_'), '{"a":1}', '%00\\x00'])(
      'stores the key unchanged: %s',
      async (key) => {
        expect(await add({ ...defaultRequest, key })).toMatchObject({ isReplay: false });
        expect(await add({ ...defaultRequest, key })).toMatchObject({ isReplay: true });
      },
    );

    describe('reviseAll', () => {
      it('revises a batch once, and then replays the response', async () => {
        const [one, two] = await some(2);
        const updates = [
          { id: two!.id, title: 'Two' },
          { id: one!.id, title: 'One' },
        ];
        const text = 'T v1,T v1';
        expect(await revise(updates)).toEqual({ text, isReplay: false });
        await items.reviseAll(accountId, aBatch([{ id: one!.id, title: 'Later' }]));
        expect(await revise(updates)).toEqual({ text, isReplay: true });
        expect(await items.find(accountId, one!.id)).toMatchObject({ title: 'Later', version: 3 });
      });

      it('rolls back the batch and stores nothing if building the response fails', async () => {
        const created = await some(3);
        const updates = [...created.map(({ id }) => ({ id, title: 'written?' })), { id: idAt(NOON) }];
        await expect(revise(updates)).rejects.toThrow('not all there');
        for (const item of created) expect(await items.find(accountId, item.id)).toEqual(item);
        const failing = writes.reviseAll(accountId, aBatch(updates.slice(0, 3), NOON), defaultRequest, () => {
          throw new Error('no answer');
        });
        await expect(failing).rejects.toThrow('no answer');
        for (const item of created) expect(await items.find(accountId, item.id)).toEqual(item);
        expect(await revise(updates.slice(0, 2))).toMatchObject({ isReplay: false });
      });

      it('rejects the key of another request, and revises nothing', async () => {
        const [item] = await some(1);
        await add();
        const other = { ...defaultRequest, fingerprint: 'f2' };
        await expect(revise([{ id: item!.id, title: 'written?' }], other)).rejects.toMatchObject(reused);
        expect(await items.find(accountId, item!.id)).toEqual(item);
      });

      it('takes effect once in concurrent calls', async () => {
        const created = await some(20);
        const updates = created.map(({ id }) => ({ id, title: 'once' }));
        const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => revise(updates)));
        expectOnce(outcomes);
        const now = await items.findAll(
          accountId,
          created.map(({ id }) => id),
        );
        expect(now.map((item) => item?.version)).toEqual(created.map(() => 2));
      });

      it('never deadlocks with removals and with batches in another order', async () => {
        for (let round = 0; round < 10; round++) {
          const ids = (await some(8)).map(({ id }) => id);
          const lines = ids.map((id) => ({ id, title: `round ${round}` }));
          const outcomes = [
            revise(lines, aRequest()),
            revise([...lines].reverse(), aRequest()),
            items.reviseAll(accountId, aBatch(lines)),
            items.remove(accountId, ids[3]!, 'any', SYSTEM),
            items.remove(accountId, ids[5]!, 'any', SYSTEM),
          ];
          for (const one of await Promise.allSettled(outcomes)) {
            if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'not all there' });
          }
        }
      });
    });

    describe('applyAll', () => {
      const apply = (
        lines: readonly object[],
        respond = (all: readonly Outcome[]) => all.map(outcomeName).join(),
      ) => writes.applyAll(accountId, operationsOf(lines, { now: new Date(NOON) }), defaultRequest, respond);
      const lines = (gone: string) => [
        { method: 'delete', id: gone },
        { method: 'create', title: 'T' },
      ];

      it('applies a batch once, and then replays the response, also of one that deletes items', async () => {
        const [gone] = await some(1);
        const text = 'deleted,created';
        expect(await apply(lines(gone!.id))).toEqual({ text, isReplay: false });
        expect(await apply(lines(gone!.id))).toEqual({ text, isReplay: true });
        expect(await count()).toBe(1);
      });

      it('does not replay the response after an item of it was deleted', async () => {
        const [gone] = await some(1);
        const { text: id } = await apply(lines(gone!.id), (all) => all[1]!.id);
        await items.remove(accountId, id, 'any', SYSTEM);
        await expect(apply(lines(gone!.id))).rejects.toMatchObject({ code: 'idempotent_result_gone' });
      });

      it('applies nothing, and stores nothing, if building the response fails', async () => {
        const [item] = await some(1);
        const fail = () => {
          throw new Error('no answer');
        };
        await expect(apply(lines(item!.id), fail)).rejects.toThrow('no answer');
        expect(await items.find(accountId, item!.id)).toEqual(item);
        expect(await apply(lines(item!.id))).toMatchObject({ isReplay: false });
      });
    });

    describe('merge', () => {
      const merge = (id: string, target: string, respond = respondWithAll) =>
        writes.merge(accountId, aMerge([{ id, merged_into: target }], NOON), defaultRequest, respond);
      const mergedInto = async (id: string) => (await items.find(accountId, id))!.merged_into;

      it('merges once, and then replays the response', async () => {
        const [one, target] = (await some(2)) as [Feedback, Feedback];
        expect(await merge(one.id, target.id)).toEqual({ text: 'T v1', isReplay: false });
        expect(await merge(one.id, target.id)).toEqual({ text: 'T v1', isReplay: true });
        expect(await mergedInto(one.id)).toBe(target.id);
        expect(await items.find(accountId, target.id)).toMatchObject({ duplicate_count: 1, version: 2 });
      });

      it('merges nothing, and stores nothing, if building the response fails', async () => {
        const [one, target] = (await some(2)) as [Feedback, Feedback];
        const fail = () => {
          throw new Error('no response');
        };
        await expect(merge(one.id, target.id, fail)).rejects.toThrow('no response');
        expect(await mergedInto(one.id)).toBeNull();
        expect(await merge(one.id, target.id)).toMatchObject({ isReplay: false });
      });
    });

    describe('after a removal', () => {
      it('has no response for the item, and does not add it again', async () => {
        const item = aFeedback({ accountId, created_at: NOON });
        await writes.add(item, SYSTEM, defaultRequest, responseOf);
        await items.remove(accountId, item.id, 'any', SYSTEM);
        for (let i = 0; i < 2; i++) await expect(add()).rejects.toMatchObject(gone);
        await expect(add({ ...defaultRequest, fingerprint: 'f2' })).rejects.toMatchObject(reused);
        expect(await count()).toBe(0);
      });

      it('has no response for batches with a removed item, and keeps other responses', async () => {
        const created = await some(3);
        const updates = created.map(({ id }) => ({ id, title: 'B' }));
        const other = aRequest();
        await revise(updates);
        await revise(updates.slice(0, 2), other);
        await items.remove(accountId, created[2]!.id, 'any', SYSTEM);
        await expect(revise(updates)).rejects.toMatchObject(gone);
        expect(await revise(updates.slice(0, 2), other)).toMatchObject({ isReplay: true });
      });

      it('that failed, keeps the response', async () => {
        const item = aFeedback({ accountId, created_at: NOON });
        await writes.add(item, SYSTEM, defaultRequest, responseOf);
        await expect(items.remove(accountId, item.id, [7], SYSTEM)).rejects.toMatchObject({
          code: 'etag_mismatch',
        });
        expect(await items.remove(anAccountId(), item.id, 'any', SYSTEM)).toBe(false);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('of all data, has no records of the account, and keeps those of others', async () => {
        await add();
        const theirs = aFeedback({ created_at: NOON });
        await writes.add(theirs, SYSTEM, defaultRequest, responseOf);
        await items.removeAll(accountId);
        expect(await add({ ...defaultRequest, fingerprint: 'f2' })).toMatchObject({ isReplay: false });
        const again = aFeedback({ accountId: theirs.accountId, created_at: NOON });
        expect(await writes.add(again, SYSTEM, defaultRequest, responseOf)).toEqual({
          text: responseOf(theirs),
          isReplay: true,
        });
      });
    });

    describe('after 24 hours', () => {
      it('ignores an expired record exactly on time, even before a purge', async () => {
        const first = await add();
        expect(await add(defaultRequest, { created_at: after(24, -1) })).toEqual({
          ...first,
          isReplay: true,
        });
        const second = await add({ ...defaultRequest, fingerprint: 'f2' }, { created_at: after(24) });
        expect(second.isReplay).toBe(false);
        expect(await count()).toBe(2);
        const third = await add({ ...defaultRequest, fingerprint: 'f2' }, { created_at: after(47) });
        expect(third).toEqual({ ...second, isReplay: true });
      });

      it('keeps the response of a reused key when an item of the expired record is removed', async () => {
        const old = aFeedback({ accountId, created_at: NOON });
        await writes.add(old, SYSTEM, defaultRequest, responseOf);
        await add(defaultRequest, { created_at: after(24) });
        await items.remove(accountId, old.id, 'any', SYSTEM);
        expect(await add(defaultRequest, { created_at: after(25) })).toMatchObject({ isReplay: true });
      });

      it('accepts another batch with the same key', async () => {
        const [item] = await some(1);
        await revise([{ id: item!.id, title: 'A' }]);
        const other = { ...defaultRequest, fingerprint: 'f2' };
        await expect(revise([{ id: item!.id, title: 'B' }], other, after(24, -1))).rejects.toMatchObject(
          reused,
        );
        expect(await revise([{ id: item!.id, title: 'B' }], other, after(24))).toMatchObject({
          isReplay: false,
        });
      });

      it('takes effect once again in concurrent calls', async () => {
        await add();
        const outcomes = await Promise.allSettled(
          Array.from({ length: 12 }, () => add(defaultRequest, { created_at: after(30) })),
        );
        expectOnce(outcomes);
        expect(await count()).toBe(2);
      });
    });

    describe('purge', () => {
      const purgeAll = async (end: Instant) => {
        let total = 0;
        for (let count = -1; count !== 0; total += count) count = await writes.purge(end);
        return total;
      };

      it('deletes the expired records of all accounts, and no others', async () => {
        await purgeAll(after(1_000_000));
        const accounts = [accountId, anAccountId(), anAccountId()];
        for (const account of accounts) {
          for (const [i, hours] of [0, 1, 2].entries()) {
            const item = aFeedback({ accountId: account, created_at: after(hours) });
            await writes.add(item, SYSTEM, { ...defaultRequest, key: `k${i}` }, responseOf);
          }
        }
        expect(await purgeAll(after(0, -1))).toBe(0);
        expect(await purgeAll(after(1))).toBe(6);
        expect(await purgeAll(after(1))).toBe(0);
        for (const account of accounts) {
          expect(await lists.count(account)).toBe(3);
          const again = (key: string) =>
            writes.add(
              aFeedback({ accountId: account, created_at: after(3) }),
              SYSTEM,
              { ...defaultRequest, key },
              responseOf,
            );
          expect(await again('k2')).toMatchObject({ isReplay: true });
          expect(await again('k0')).toMatchObject({ isReplay: false });
        }
      });

      it('deletes any number of records in chunks', async () => {
        await purgeAll(after(1_000_000));
        await addRecords(accountId, 2_100);
        expect(await purgeAll(after(0, -1))).toBe(0);
        expect(await purgeAll(NOON)).toBe(2_100);
        expect(await purgeAll(NOON)).toBe(0);
      });
    });
  });
}
