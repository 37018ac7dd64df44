import { SOURCES, STATUSES } from '../../src';
import type { CountRow, DurationRow, Feedback, StatsRepository, Status } from '../../src';
import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import { StatsModel } from './stats-model';

/** Statistics, and the ways to add what they count. */
export interface StatsHarness {
  readonly stats: StatsRepository;
  /** Stores an item, with its tags. */
  add(item: Feedback): Promise<void>;
  deleteTag(accountId: string, name: string): Promise<void>;
  /** Changes the status of an item at a time. Changes of an item are made in the order of their times. */
  change(item: Feedback, to: Status, at: string): Promise<void>;
}

const day = (number: number, time = '00:00:00.000') => `2026-03-${String(number).padStart(2, '0')}T${time}Z`;
const byPlace = (a: CountRow | DurationRow, b: CountRow | DurationRow) =>
  `${a.bucket} ${a.group}` < `${b.bucket} ${b.group}` ? -1 : 1;
const BOUNDS = [day(3), day(4), day(6)];

/** Contract tests of `StatsRepository` (insights.md 1). Every adapter runs all of them. */
export function statsContract(name: string, make: () => Promise<StatsHarness>): void {
  describe(`StatsRepository, ${name}`, () => {
    let harness: StatsHarness;
    let accountId: string;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (createdAt: string, more: Partial<Feedback> = {}) => {
      const item = aFeedback({
        accountId,
        id: idAt(createdAt),
        created_at: createdAt,
        updated_at: createdAt,
        ...more,
      });
      await harness.add(item);
      return item;
    };
    const count = async (metric: 'created' | 'status_changed' | 'shipped', by?: 'status' | 'source') =>
      [...(await harness.stats.count(accountId, { metric, by, bounds: BOUNDS }))].sort(byPlace);
    const durations = async (metric: 'time_to_first_change' | 'time_to_shipped', by?: 'source') =>
      [...(await harness.stats.durations(accountId, { metric, by, bounds: BOUNDS }))].sort(byPlace);

    it('counts created items by bucket: the start belongs to it, the end does not', async () => {
      for (const at of [day(2, '23:59:59.999'), day(3), day(3, '23:59:59.999'), day(4), day(5), day(6)])
        await add(at);
      expect(await count('created')).toEqual([
        { bucket: 0, group: null, count: 2 },
        { bucket: 1, group: null, count: 2 },
      ]);
    });

    it('counts created items by source, and by their status now', async () => {
      await add(day(3), { source: 'form' });
      await add(day(3), { source: 'api', status: 'planned' });
      const changed = await add(day(5), { source: 'form' });
      await harness.change(changed, 'shipped', day(7));
      expect(await count('created', 'source')).toEqual([
        { bucket: 0, group: 'api', count: 1 },
        { bucket: 0, group: 'form', count: 1 },
        { bucket: 1, group: 'form', count: 1 },
      ]);
      expect(await count('created', 'status')).toEqual([
        { bucket: 0, group: 'new', count: 1 },
        { bucket: 0, group: 'planned', count: 1 },
        { bucket: 1, group: 'shipped', count: 1 },
      ]);
    });

    const byTag = async (limit = 20) =>
      (await harness.stats.countByTag(accountId, { bounds: BOUNDS, limit }))
        .map(({ bucket, group, count: items }) => `${bucket} ${group} ${items}`)
        .sort();

    it('counts created items by tag, each item for all of its tags', async () => {
      await add(day(3), { tags: ['Billing', 'mobile'] });
      await add(day(3, '23:59:59.999'), { tags: ['mobile'] });
      await add(day(4), { tags: ['Billing'], status: 'planned' });
      await add(day(5));
      for (const outside of [day(2, '23:59:59.999'), day(6)]) await add(outside, { tags: ['web'] });
      expect(await byTag()).toEqual(['0 Billing 1', '0 mobile 2', '1 Billing 1']);
      await harness.deleteTag(accountId, 'mobile');
      expect(await byTag()).toEqual(['0 Billing 1', '1 Billing 1']);
    });

    it('counts the tags with the most items in the range, then the first in alphabetical order', async () => {
      for (const at of [day(2), day(2), day(2)]) await add(at, { tags: ['old'] });
      await add(day(3), { tags: ['a', 'old', 'Two', 'z'] });
      await add(day(5), { tags: ['b', 'Two', 'z'] });
      expect(await byTag(1)).toEqual(['0 Two 1', '1 Two 1']);
      expect(await byTag(3)).toEqual(['0 Two 1', '0 a 1', '0 z 1', '1 Two 1', '1 z 1']);
      expect(await byTag(4)).toEqual(['0 Two 1', '0 a 1', '0 z 1', '1 Two 1', '1 b 1', '1 z 1']);
    });

    /** A change is undone by the same actor within 10 minutes. */
    it('leaves out a change of the status that was undone, and the change that did so', async () => {
      const [one, two, three] = [await add(day(3)), await add(day(3)), await add(day(3))];
      await harness.change(one, 'planned', day(3, '10:00:00.000'));
      await harness.change(one, 'new', day(3, '10:10:00.000'));
      expect(await count('status_changed')).toEqual([]);
      await harness.change(one, 'shipped', day(3, '10:11:00.000'));
      await harness.change(two, 'planned', day(4, '10:00:00.000'));
      await harness.change(two, 'new', day(4, '10:10:00.001'));
      await harness.change(three, 'planned', day(4, '10:00:00.000'));
      await harness.change(three, 'building', day(4, '10:01:00.000'));
      await harness.change(three, 'new', day(4, '10:02:00.000'));
      expect(await count('status_changed', 'status')).toEqual([
        { bucket: 0, group: 'shipped', count: 1 },
        { bucket: 1, group: 'building', count: 1 },
        { bucket: 1, group: 'new', count: 2 },
        { bucket: 1, group: 'planned', count: 2 },
      ]);
      const first = (await durations('time_to_first_change')).filter(({ bucket }) => bucket === 0);
      expect(first).toMatchObject([{ count: 1, medianSeconds: 10 * 3600 + 11 * 60 }]);
    });

    it('undoes a change once, although the status alternates', async () => {
      const item = await add(day(3));
      for (let n = 0; n < 5; n++)
        await harness.change(item, n % 2 ? 'new' : 'planned', day(3, `10:0${n}:00.000`));
      expect(await count('status_changed', 'status')).toEqual([{ bucket: 0, group: 'planned', count: 1 }]);
    });

    it('counts changes of the status by the time of the change', async () => {
      const [one, two] = [await add(day(1), { source: 'form' }), await add(day(3), { source: 'api' })];
      await harness.change(one, 'planned', day(3));
      await harness.change(one, 'shipped', day(4));
      await harness.change(two, 'shipped', day(5, '23:59:59.999'));
      await harness.change(two, 'planned', day(6));
      expect(await count('status_changed')).toEqual([
        { bucket: 0, group: null, count: 1 },
        { bucket: 1, group: null, count: 2 },
      ]);
      expect(await count('status_changed', 'status')).toEqual([
        { bucket: 0, group: 'planned', count: 1 },
        { bucket: 1, group: 'shipped', count: 2 },
      ]);
      expect(await count('status_changed', 'source')).toEqual([
        { bucket: 0, group: 'form', count: 1 },
        { bucket: 1, group: 'api', count: 1 },
        { bucket: 1, group: 'form', count: 1 },
      ]);
      expect(await count('shipped')).toEqual([{ bucket: 1, group: null, count: 2 }]);
    });

    it('returns the median time to the first change, which is one of the times', async () => {
      for (const [seconds, source] of [
        [10, 'form'],
        [20, 'form'],
        [70, 'api'],
        [90, 'api'],
      ] as const) {
        const item = await add(day(3), { source });
        await harness.change(item, 'planned', new Date(Date.parse(day(3)) + seconds * 1000).toISOString());
        await harness.change(item, 'shipped', day(4));
      }
      const later = await add(day(3), { source: 'widget' });
      await harness.change(later, 'declined', day(5));
      expect(await durations('time_to_first_change')).toEqual([
        { bucket: 0, group: null, count: 4, medianSeconds: 20 },
        { bucket: 1, group: null, count: 1, medianSeconds: 172_800 },
        { bucket: null, group: null, count: 5, medianSeconds: 70 },
      ]);
      expect(await durations('time_to_first_change', 'source')).toMatchObject([
        { bucket: 0, group: 'api', count: 2, medianSeconds: 70 },
        { bucket: 0, group: 'form', count: 2, medianSeconds: 10 },
        { bucket: 0, group: null, count: 4, medianSeconds: 20 },
        { bucket: 1, group: null, count: 1 },
        { bucket: 1, group: 'widget', count: 1 },
        { bucket: null, group: 'api', count: 2, medianSeconds: 70 },
        { bucket: null, group: 'form', count: 2, medianSeconds: 10 },
        { bucket: null, group: null, count: 5, medianSeconds: 70 },
        { bucket: null, group: 'widget', count: 1 },
      ]);
      expect(await durations('time_to_shipped')).toEqual([
        { bucket: 1, group: null, count: 4, medianSeconds: 86_400 },
        { bucket: null, group: null, count: 4, medianSeconds: 86_400 },
      ]);
    });

    it('agrees with a simple model, in few and in many buckets', async () => {
      const model = new StatsModel();
      const hour = (number: number) => new Date(Date.parse(day(1)) + number * 3_600_000).toISOString();
      for (let i = 0; i < 60; i++) {
        const at = hour((i * 37) % 200);
        const tags = ['a', 'b', 'c', 'd', 'e'].filter((_, bit) => (i * 7) & (1 << bit));
        const item = await add(at, { source: SOURCES[i % SOURCES.length]!, tags });
        const changedAt = hour(200 + ((i * 53) % 200));
        const to = STATUSES[1 + (i % (STATUSES.length - 1))]!;
        await harness.change(item, to, changedAt);
        model.items.push({ at, tags, source: item.source, status: to, changedAt });
      }
      for (const [buckets, hours] of [
        [8, 50],
        [40, 10],
      ] as const) {
        const bounds = Array.from({ length: buckets + 1 }, (_, i) => hour(i * hours));
        const byTags = await harness.stats.countByTag(accountId, { bounds, limit: 3 });
        expect([...byTags].sort(byPlace)).toEqual([...model.countByTag(bounds, 3)].sort(byPlace));
        for (const by of [undefined, 'source', 'status'] as const) {
          const query = { metric: 'time_to_first_change', by, bounds } as const;
          const rows = await harness.stats.durations(accountId, query);
          expect([...rows].sort(byPlace)).toEqual([...model.durations(bounds, by)].sort(byPlace));
        }
      }
    });

    it('returns nothing of another account, and nothing for an empty one', async () => {
      const item = await add(day(3), { tags: ['mobile'] });
      await harness.change(item, 'shipped', day(4));
      accountId = anAccountId();
      expect(await byTag()).toEqual([]);
      for (const metric of ['created', 'status_changed', 'shipped'] as const)
        expect(await count(metric)).toEqual([]);
      for (const metric of ['time_to_first_change', 'time_to_shipped'] as const)
        expect(await durations(metric)).toEqual([]);
    });
  });
}
