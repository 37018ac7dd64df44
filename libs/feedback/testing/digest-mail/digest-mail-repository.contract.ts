import { SYSTEM, VISITOR } from '@libs/kernel';
import type {
  DigestMailQuery,
  DigestMailRepository,
  Feedback,
  FeedbackRepository,
  QuarantineRepository,
} from '../../src';
import { aFeedback, aQuarantined, mergeItem } from '../items/feedback-builders';

export interface DigestMailHarness {
  readonly digestMail: DigestMailRepository;
  readonly items: FeedbackRepository;
  readonly quarantine: QuarantineRepository;
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  /** Publishes the recorded changes, and returns the position of the last event. */
  publish(accountId: string): Promise<number>;
}

const HOUR = 3_600_000;
const EVER = { after: 0, until: Number.MAX_SAFE_INTEGER };

/** Contract tests of `DigestMailRepository` (notifications.md 6). Every adapter runs all of them. */
export function digestMailRepositoryContract(name: string, make: () => Promise<DigestMailHarness>): void {
  describe(`DigestMailRepository, ${name}`, () => {
    let harness: DigestMailHarness;
    let accountId: string;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const add = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, source: 'form', ...more });
      await harness.items.add(item, VISITOR);
      return item;
    };
    const merge = (one: Feedback, into: Feedback) => mergeItem(harness.items, accountId, one.id, into.id);
    const publish = () => harness.publish(accountId);
    const read = (more: Partial<DigestMailQuery> = {}) =>
      harness.digestMail.read(accountId, {
        ...EVER,
        filter: {},
        sources: ['form', 'widget', 'api'],
        ...more,
      });

    it('counts items by source and status, and lists the newest', async () => {
      const titles = Array.from({ length: 12 }, (_, n) => `Größe ${n} 🎉`);
      const added = [];
      for (const [n, title] of titles.entries())
        added.push(await add({ title, source: n < 4 ? 'api' : 'form', status: n === 0 ? 'planned' : 'new' }));
      await add({ source: 'import' });
      await add({ source: 'dashboard' });
      await publish();
      const newest = added.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 10);
      expect(await read()).toEqual({
        total: 12,
        sources: [
          { name: 'form', count: 8 },
          { name: 'api', count: 4 },
        ],
        statuses: [
          { name: 'new', count: 11 },
          { name: 'planned', count: 1 },
        ],
        newest: newest.map(({ id, title }) => ({ id, title })),
        requested: [],
      });
    });

    it('sorts equal numbers by name', async () => {
      await add({ source: 'api', status: 'building' });
      await add({ source: 'widget', status: 'planned' });
      await publish();
      const { sources, statuses } = await read();
      expect(sources.map((source) => source.name)).toEqual(['api', 'widget']);
      expect(statuses.map((status) => status.name)).toEqual(['building', 'planned']);
    });

    it('contains the items of a period, and nothing of another account', async () => {
      await add();
      const after = await publish();
      const { id } = await add();
      const until = await publish();
      await add();
      await publish();
      expect((await read({ after, until })).newest.map((item) => item.id)).toEqual([id]);
      expect((await read({ after: until, until })).total).toBe(0);
      accountId = await harness.addAccount();
      expect((await read()).total).toBe(0);
    });

    it('contains what was released from quarantine in the period, and nothing that waits there', async () => {
      const at = new Date(Date.now() - 48 * HOUR);
      const entry = aQuarantined({ accountId, created_at: at.toISOString() });
      await harness.quarantine.add(entry);
      const after = await publish();
      expect((await read()).total).toBe(0);
      await harness.quarantine.release(accountId, entry.id, SYSTEM);
      await publish();
      expect((await read({ after })).newest).toEqual([{ id: entry.id, title: entry.title }]);
    });

    it('leaves out deleted items, and ones that the filter does not match', async () => {
      const deleted = await add();
      const planned = await add({ status: 'planned' });
      await add();
      await publish();
      await harness.items.remove(accountId, deleted.id, 'any', SYSTEM);
      expect((await read()).total).toBe(2);
      await publish();
      expect((await read()).total).toBe(2);
      expect((await read({ filter: { status: 'planned' } })).newest.map(({ id }) => id)).toEqual([
        planned.id,
      ]);
      expect((await read({ filter: { q: 'nothing like this' } })).total).toBe(0);
    });

    it('leaves out merged items, and lists the most requested open ones of any time', async () => {
      const [target, merged, shipped, other] = [
        await add({ title: 'Target' }),
        await add(),
        await add({ status: 'shipped' }),
        await add(),
      ];
      const after = await publish();
      await merge(merged, target);
      await merge(other, shipped);
      expect((await read()).total).toBe(2);
      expect((await read({ after })).requested).toEqual([]);
      await add();
      await publish();
      expect((await read({ after })).requested).toEqual([{ id: target.id, title: 'Target', requests: 2 }]);
    });
  });
}
