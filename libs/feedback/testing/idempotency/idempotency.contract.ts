import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Instant } from '@libs/kernel';
import type {
  Feedback,
  FeedbackRepository,
  FeedbackUpdate,
  IdempotencyRepository,
  StoredResponse,
  IdempotentRequest,
} from '../../src';
import { aBatch, aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import { after, aStep, IdempotencyLedger, NOON } from './idempotency-ledger';

interface Adapters {
  readonly items: FeedbackRepository;
  readonly writes: IdempotencyRepository;
}

/** Named by a test, each of them once. */
const aRequest = (given: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  client: randomUUID(),
  key: 'k1',
  fingerprint: 'f1',
  ...given,
});

/** What every `IdempotencyRepository` promises (idempotency.md 2, idempotency.md 3); each adapter runs all of it. */
export function idempotencyContract(name: string, make: () => Promise<Adapters>): void {
  describe(`IdempotencyRepository, ${name}`, () => {
    let items: FeedbackRepository;
    let writes: IdempotencyRepository;
    let accountId: string;
    let once: IdempotentRequest;

    beforeAll(async () => {
      ({ items, writes } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
      once = aRequest();
    });

    const answerOf = (item: Feedback) => `answer of ${item.id}`;
    const add = (request = once, given: Partial<Feedback> = {}) =>
      writes.add(aFeedback({ accountId, createdAt: NOON, ...given }), request, answerOf);
    const answerOfAll = (rows: readonly (Feedback | null)[]) => {
      if (rows.includes(null)) throw new Error('not all there');
      return rows.map((row) => `${row!.title} v${row!.version}`).join();
    };
    const revise = (updates: readonly FeedbackUpdate[], request = once, at = NOON) =>
      writes.reviseAll(accountId, aBatch(updates, at), request, answerOfAll);
    const some = async (count: number) => {
      const made = Array.from({ length: count }, () => aFeedback({ accountId, title: 'T' }));
      for (const item of made) await items.add(item);
      return made;
    };
    const count = () => items.count(accountId);
    const reused = { kind: 'idempotency', code: 'idempotency_key_reused' };
    const gone = { kind: 'conflict', code: 'idempotent_result_gone' };
    const inUse = { kind: 'conflict', code: 'idempotency_key_in_use', facts: { retryAfter: 1 } };
    /** One did it; whoever else was answered got its answer, the others were told to wait. */
    const expectOnce = (asked: readonly PromiseSettledResult<StoredResponse>[]) => {
      const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject(inUse);
    };

    describe('of a new item', () => {
      it('adds it and gives its answer, and the same answer again without adding anything', async () => {
        const item = aFeedback({ accountId, createdAt: NOON });
        expect(await writes.add(item, once, answerOf)).toEqual({ text: answerOf(item), isReplay: false });
        expect(await items.find(accountId, item.id)).toEqual(item);
        for (const hours of [0, 1, 23]) {
          const again = await add(once, { createdAt: after(hours) });
          expect(again).toEqual({ text: answerOf(item), isReplay: true });
        }
        expect(await count()).toBe(1);
      });

      it('answers what was answered, also when the item has changed since', async () => {
        const item = aFeedback({ accountId, createdAt: NOON });
        await writes.add(item, once, answerOf);
        await items.reviseAll(accountId, aBatch([{ id: item.id, title: 'Changed' }]));
        expect(await add()).toEqual({ text: answerOf(item), isReplay: true });
      });

      it('keeps an answer to the last code point, however long it is', async () => {
        const answer = `\r\n\t" \\ \u2028 e\u0301 ${'😀'.repeat(300_000)} `;
        const write = () => writes.add(aFeedback({ accountId, createdAt: NOON }), once, () => answer);
        await write();
        expect((await write()).text).toBe(answer);
      });

      it('refuses the same key for something else, and adds nothing', async () => {
        await add();
        await expect(add({ ...once, fingerprint: 'f2' })).rejects.toMatchObject(reused);
        expect(await count()).toBe(1);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('leaves nothing when it fails: the same request is worth another try', async () => {
        const there = aFeedback({ accountId, createdAt: NOON });
        await items.add(there);
        await expect(
          writes.add(there, once, () => {
            throw new Error('no answer');
          }),
        ).rejects.toThrow('no answer');
        expect(await add({ ...once, fingerprint: 'corrected' })).toMatchObject({ isReplay: false });
        expect(await count()).toBe(2);
      });

      it('is done by one of many that ask at once; the others get its answer or are told to wait', async () => {
        const asked = await Promise.allSettled(Array.from({ length: 24 }, () => add()));
        expect(await count()).toBe(1);
        expectOnce(asked);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('never waits for a different request', async () => {
        const requests = Array.from({ length: 40 }, (_, i) => aRequest({ key: `k${i}` }));
        const answers = await Promise.all(requests.map((request) => add(request)));
        expect(answers.every(({ isReplay }) => !isReplay)).toBe(true);
        expect(await count()).toBe(40);
      });
    });

    it.each<[string, () => IdempotentRequest, () => string]>([
      ['another account', () => once, anAccountId],
      ['another client', () => ({ ...once, client: randomUUID() }), () => accountId],
      ['another key', () => ({ ...once, key: 'k2' }), () => accountId],
      ['the key in capitals', () => ({ ...once, key: 'K1' }), () => accountId],
    ])('knows nothing of %s', async (_name, request, account) => {
      await add();
      const item = aFeedback({ accountId: account(), createdAt: NOON });
      expect(await writes.add(item, { ...request(), fingerprint: 'f2' }, answerOf)).toEqual({
        text: answerOf(item),
        isReplay: false,
      });
      expect(await add()).toMatchObject({ isReplay: true });
    });

    it.each(['!', '~'.repeat(255), `'; DROP TABLE feedback; --`.replaceAll(' ', '_'), '{"a":1}', '%00\\x00'])(
      'takes any key as it is: %s',
      async (key) => {
        expect(await add({ ...once, key })).toMatchObject({ isReplay: false });
        expect(await add({ ...once, key })).toMatchObject({ isReplay: true });
      },
    );

    describe('of a batch', () => {
      it('revises and gives its answer, and the same answer again without revising anything', async () => {
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

      it('leaves nothing when its answer fails, and neither does what it did', async () => {
        const made = await some(3);
        const updates = [...made.map(({ id }) => ({ id, title: 'written?' })), { id: idAt(NOON) }];
        await expect(revise(updates)).rejects.toThrow('not all there');
        for (const item of made) expect(await items.find(accountId, item.id)).toEqual(item);
        const failing = writes.reviseAll(accountId, aBatch(updates.slice(0, 3), NOON), once, () => {
          throw new Error('no answer');
        });
        await expect(failing).rejects.toThrow('no answer');
        for (const item of made) expect(await items.find(accountId, item.id)).toEqual(item);
        expect(await revise(updates.slice(0, 2))).toMatchObject({ isReplay: false });
      });

      it('refuses the key of another request, and revises nothing', async () => {
        const [item] = await some(1);
        await add();
        const other = { ...once, fingerprint: 'f2' };
        await expect(revise([{ id: item!.id, title: 'written?' }], other)).rejects.toMatchObject(reused);
        expect(await items.find(accountId, item!.id)).toEqual(item);
      });

      it('is done by one of many that ask at once', async () => {
        const made = await some(20);
        const updates = made.map(({ id }) => ({ id, title: 'once' }));
        const asked = await Promise.allSettled(Array.from({ length: 12 }, () => revise(updates)));
        expectOnce(asked);
        const now = await items.findAll(
          accountId,
          made.map(({ id }) => id),
        );
        expect(now.map((item) => item?.version)).toEqual(made.map(() => 2));
      });

      it('never deadlocks with batches in another order and removals', async () => {
        for (let round = 0; round < 10; round++) {
          const ids = (await some(8)).map(({ id }) => id);
          const lines = ids.map((id) => ({ id, title: `round ${round}` }));
          const asked = [
            revise(lines, aRequest()),
            revise([...lines].reverse(), aRequest()),
            items.reviseAll(accountId, aBatch(lines)),
            items.remove(accountId, ids[3]!, 'any'),
            items.remove(accountId, ids[5]!, 'any'),
          ];
          for (const one of await Promise.allSettled(asked)) {
            if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'not all there' });
          }
        }
      }, 60_000);
    });

    describe('after a removal', () => {
      it('has no answer of the item any more, and never adds a twin', async () => {
        const item = aFeedback({ accountId, createdAt: NOON });
        await writes.add(item, once, answerOf);
        await items.remove(accountId, item.id, 'any');
        for (let i = 0; i < 2; i++) await expect(add()).rejects.toMatchObject(gone);
        await expect(add({ ...once, fingerprint: 'f2' })).rejects.toMatchObject(reused);
        expect(await count()).toBe(0);
      });

      it('has no answer of a batch that tells of one of its items, and keeps those of others', async () => {
        const made = await some(3);
        const updates = made.map(({ id }) => ({ id, title: 'B' }));
        const other = aRequest();
        await revise(updates);
        await revise(updates.slice(0, 2), other);
        await items.remove(accountId, made[2]!.id, 'any');
        await expect(revise(updates)).rejects.toMatchObject(gone);
        expect(await revise(updates.slice(0, 2), other)).toMatchObject({ isReplay: true });
      });

      it('that did not happen has its answer', async () => {
        const item = aFeedback({ accountId, createdAt: NOON });
        await writes.add(item, once, answerOf);
        await expect(items.remove(accountId, item.id, [7])).rejects.toMatchObject({ code: 'etag_mismatch' });
        expect(await items.remove(anAccountId(), item.id, 'any')).toBe(false);
        expect(await add()).toMatchObject({ isReplay: true });
      });

      it('of everything remembers nothing of that account', async () => {
        await add();
        const theirs = aFeedback({ createdAt: NOON });
        await writes.add(theirs, once, answerOf);
        await items.removeAll(accountId);
        expect(await add({ ...once, fingerprint: 'f2' })).toMatchObject({ isReplay: false });
        const again = aFeedback({ accountId: theirs.accountId, createdAt: NOON });
        expect(await writes.add(again, once, answerOf)).toEqual({ text: answerOf(theirs), isReplay: true });
      });
    });

    describe('after 24 hours', () => {
      it('has forgotten a request, to the millisecond, before anybody purges', async () => {
        const first = await add();
        expect(await add(once, { createdAt: after(24, -1) })).toEqual({ ...first, isReplay: true });
        const second = await add({ ...once, fingerprint: 'f2' }, { createdAt: after(24) });
        expect(second.isReplay).toBe(false);
        expect(await count()).toBe(2);
        const third = await add({ ...once, fingerprint: 'f2' }, { createdAt: after(47) });
        expect(third).toEqual({ ...second, isReplay: true });
      });

      it('a key used anew knows nothing of the items before', async () => {
        const old = aFeedback({ accountId, createdAt: NOON });
        await writes.add(old, once, answerOf);
        await add(once, { createdAt: after(24) });
        await items.remove(accountId, old.id, 'any');
        expect(await add(once, { createdAt: after(25) })).toMatchObject({ isReplay: true });
      });

      it('a batch is new, too', async () => {
        const [item] = await some(1);
        await revise([{ id: item!.id, title: 'A' }]);
        const other = { ...once, fingerprint: 'f2' };
        await expect(revise([{ id: item!.id, title: 'B' }], other, after(24, -1))).rejects.toMatchObject(
          reused,
        );
        expect(await revise([{ id: item!.id, title: 'B' }], other, after(24))).toMatchObject({
          isReplay: false,
        });
      });

      it('one of many that ask at once does it', async () => {
        await add();
        const asked = await Promise.allSettled(
          Array.from({ length: 12 }, () => add(once, { createdAt: after(30) })),
        );
        expectOnce(asked);
        expect(await count()).toBe(2);
      });
    });

    it('does as a request that is written down, whatever comes in whatever order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(aStep, { maxLength: 30, size: 'max' }), async (steps) => {
          const ledger = new IdempotencyLedger(items, writes);
          for (const one of steps) await ledger.take(one);
        }),
        { numRuns: 40 },
      );
    }, 60_000);

    describe('purge', () => {
      const purgeAll = async (end: Instant) => {
        let total = 0;
        for (let count = -1; count !== 0; total += count) count = await writes.purge(end);
        return total;
      };

      it('forgets what has ended, of every account, and nothing else', async () => {
        await purgeAll(after(1_000_000));
        const accounts = [accountId, anAccountId(), anAccountId()];
        for (const account of accounts) {
          for (const [i, hours] of [0, 1, 2].entries()) {
            const item = aFeedback({ accountId: account, createdAt: after(hours) });
            await writes.add(item, { ...once, key: `k${i}` }, answerOf);
          }
        }
        expect(await purgeAll(after(0, -1))).toBe(0);
        expect(await purgeAll(after(1))).toBe(6);
        expect(await purgeAll(after(1))).toBe(0);
        for (const account of accounts) {
          expect(await items.count(account)).toBe(3);
          const again = (key: string) =>
            writes.add(aFeedback({ accountId: account, createdAt: after(3) }), { ...once, key }, answerOf);
          expect(await again('k2')).toMatchObject({ isReplay: true });
          expect(await again('k0')).toMatchObject({ isReplay: false });
        }
      });

      it('takes as many stretches as it needs', async () => {
        await purgeAll(after(1_000_000));
        const requests = Array.from({ length: 2_100 }, (_, i) => aRequest({ key: `k${i}` }));
        for (let i = 0; i < requests.length; i += 100) {
          await Promise.all(requests.slice(i, i + 100).map((request) => add(request)));
        }
        expect(await purgeAll(NOON)).toBe(2_100);
        expect(await purgeAll(NOON)).toBe(0);
      }, 60_000);
    });
  });
}
