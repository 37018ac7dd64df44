import { aFeedback, anAccountId, idAt, InMemoryStats } from '../../testing';
import { DATE_MAX } from '@libs/kernel';
import { METRICS, rangeOf, spansOf, STATS_TAGS_MAX, statsProblems, takesBack } from './stats';
import { StatsUseCases } from './stats.use-cases';

const NOW = new Date('2026-03-03T23:30:00.000Z');

/** insights.md 1 */
describe('rangeOf', () => {
  it('ends today in the time zone, and has 30 days', () => {
    expect(rangeOf({ metric: 'created' }, NOW)).toEqual({
      interval: 'day',
      timeZone: 'UTC',
      from: '2026-02-02',
      to: '2026-03-03',
    });
    expect(rangeOf({ metric: 'created', time_zone: 'Europe/Berlin' }, NOW)).toMatchObject({
      from: '2026-02-03',
      to: '2026-03-04',
    });
    expect(rangeOf({ metric: 'created', to: '2026-01-30' }, NOW)).toMatchObject({ from: '2026-01-01' });
    expect(rangeOf({ metric: 'created', to: '1970-01-02' }, NOW)).toMatchObject({ from: '1970-01-01' });
  });
});

describe('statsProblems', () => {
  it('finds a range that is not in order, or has more than 731 days', () => {
    const demands = (from: string, to: string) =>
      statsProblems({ metric: 'created', from, to }, NOW).map(({ param, demand }) => `${param} ${demand}`);
    expect(demands('2024-03-01', '2026-03-01')).toEqual([]);
    expect(demands('2024-02-29', '2026-03-01')).toEqual(['from must be at most 731 days before to']);
    expect(demands('2026-03-02', '2026-03-01')).toEqual(['from must not be after to']);
  });

  it('allows 7 times as many days with weeks, and 30 times as many with months', () => {
    const demands = (interval: 'week' | 'month', from: string, to: string) =>
      statsProblems({ metric: 'created', interval, from, to }, NOW).map(({ demand }) => demand);
    expect(demands('month', '1970-01-01', '2026-03-01')).toEqual([]);
    expect(demands('month', '1970-01-01', '2031-03-01')).toEqual(['must be at most 21930 days before to']);
    expect(demands('week', '2013-01-01', '2026-03-01')).toEqual([]);
    expect(demands('week', '2010-01-01', '2026-03-01')).toEqual(['must be at most 5117 days before to']);
  });

  it('finds metrics that cannot be grouped by tag', () => {
    const groupable = METRICS.filter((metric) => statsProblems({ metric, by: 'tag' }, NOW).length === 0);
    expect(groupable).toEqual(['created']);
    expect(statsProblems({ metric: 'shipped', by: 'tag' }, NOW)).toEqual([
      { param: 'by', demand: 'must be status or source for shipped' },
    ]);
  });
});

describe('spansOf', () => {
  const spans = (interval: 'day' | 'week' | 'month', from: string, to: string) =>
    spansOf({ interval, timeZone: 'UTC', from, to }).map((span) => `${span.from}/${span.to}`);

  it('has days, weeks that start on Monday, and months, with parts at both ends', () => {
    expect(spans('day', '2026-02-28', '2026-03-01')).toEqual([
      '2026-02-28/2026-02-28',
      '2026-03-01/2026-03-01',
    ]);
    expect(spans('week', '2026-03-01', '2026-03-10')).toEqual([
      '2026-03-01/2026-03-01',
      '2026-03-02/2026-03-08',
      '2026-03-09/2026-03-10',
    ]);
    expect(spans('month', '2026-01-31', '2026-03-02')).toEqual([
      '2026-01-31/2026-01-31',
      '2026-02-01/2026-02-28',
      '2026-03-01/2026-03-02',
    ]);
    expect(spans('month', '2026-02-01', '2026-02-28')).toEqual(['2026-02-01/2026-02-28']);
  });

  it.each(['day', 'week', 'month'] as const)('ends at the last date with the interval %s', (interval) => {
    expect(spans(interval, DATE_MAX, DATE_MAX)).toEqual([`${DATE_MAX}/${DATE_MAX}`]);
  });
});

describe('takesBack', () => {
  const previous = {
    actor: 'owner:ada',
    at: '2026-03-03T10:00:00.000Z',
    from: 'new',
    to: 'planned',
  } as const;
  const change = { ...previous, at: '2026-03-03T10:10:00.000Z', from: 'planned', to: 'new' } as const;

  it('is true for a change to the status before, by the same actor within 10 minutes', () => {
    expect(takesBack(change, previous)).toBe(true);
    expect(takesBack({ ...change, actor: 'owner:ben' }, previous)).toBe(false);
    expect(takesBack({ ...change, to: 'shipped' }, previous)).toBe(false);
    expect(takesBack({ ...change, at: '2026-03-03T10:10:00.001Z' }, previous)).toBe(false);
  });
});

describe('StatsUseCases', () => {
  const accountId = anAccountId();
  const adapter = new InMemoryStats();
  const stats = new StatsUseCases(adapter, () => NOW);
  const created = (createdAt: string, source: 'form' | 'api') => {
    const item = aFeedback({ accountId, id: idAt(createdAt), created_at: createdAt, source });
    adapter.items.push(item);
    return item;
  };
  const range = { from: '2026-03-28', to: '2026-03-30', time_zone: 'Europe/Berlin' } as const;
  beforeAll(() => {
    created('2026-03-28T22:59:59.999Z', 'form');
    // Sunday, March 29, has 23 hours in Berlin.
    const first = created('2026-03-28T23:00:00.000Z', 'form');
    const second = created('2026-03-29T21:59:59.999Z', 'api');
    created('2026-03-30T22:00:00.000Z', 'api');
    adapter.change(first, 'shipped', '2026-03-28T23:01:00.000Z');
    adapter.change(second, 'planned', '2026-03-30T21:59:59.999Z');
  });

  it('returns every bucket, and the totals', async () => {
    expect(await stats.read(accountId, { metric: 'created', ...range })).toEqual({
      metric: 'created',
      interval: 'day',
      timeZone: 'Europe/Berlin',
      from: '2026-03-28',
      to: '2026-03-30',
      total: { count: 3 },
      buckets: [
        { from: '2026-03-28', to: '2026-03-28', count: 1 },
        { from: '2026-03-29', to: '2026-03-29', count: 2 },
        { from: '2026-03-30', to: '2026-03-30', count: 0 },
      ],
    });
  });

  it('rejects an invalid range', async () => {
    const read = stats.read(accountId, { metric: 'created', from: '2026-03-04', to: '2026-03-03' });
    await expect(read).rejects.toMatchObject({ facts: { issues: [{ param: 'from' }] } });
  });

  it('returns every group of every bucket', async () => {
    const read = await stats.read(accountId, {
      metric: 'created',
      by: 'source',
      interval: 'month',
      ...range,
    });
    const groups = ['api', 'form', 'widget', 'dashboard', 'mcp', 'import'].map((name) => ({
      name,
      count: { api: 1, form: 2 }[name] ?? 0,
    }));
    expect(read.buckets).toEqual([{ from: '2026-03-28', to: '2026-03-30', count: 3, groups }]);
    expect(read.total).toEqual({ count: 3, groups });
  });

  it('returns medians of buckets, of groups, and of all together', async () => {
    const read = await stats.read(accountId, { metric: 'time_to_first_change', by: 'source', ...range });
    expect(read.buckets.map(({ count, medianSeconds }) => [count, medianSeconds])).toEqual([
      [0, null],
      [1, 60],
      [1, 86_400],
    ]);
    expect(read.total).toMatchObject({ count: 2, medianSeconds: 60 });
    expect(read.total.groups!.slice(0, 3)).toEqual([
      { name: 'api', count: 1, medianSeconds: 86_400 },
      { name: 'form', count: 1, medianSeconds: 60 },
      { name: 'widget', count: 0, medianSeconds: null },
    ]);
  });

  describe('by tag', () => {
    const tagged = new InMemoryStats();
    const byTag = new StatsUseCases(tagged, () => NOW);
    const created = (createdAt: string, ...tags: string[]) =>
      tagged.items.push(aFeedback({ accountId, id: idAt(createdAt), created_at: createdAt, tags }));

    it('counts an item for each of its tags, and once in all', async () => {
      created('2026-03-01T10:00:00.000Z', 'mobile', 'null');
      created('2026-03-02T10:00:00.000Z', 'mobile');
      created('2026-03-02T11:00:00.000Z');
      const range = { from: '2026-03-01', to: '2026-03-02' };
      const groups = (...counts: [string, number][]) => counts.map(([name, count]) => ({ name, count }));
      expect(await byTag.read(accountId, { metric: 'created', by: 'tag', ...range })).toMatchObject({
        total: { count: 3, groups: groups(['mobile', 2], ['null', 1]) },
        buckets: [
          { count: 1, groups: groups(['mobile', 1], ['null', 1]) },
          { count: 2, groups: groups(['mobile', 1], ['null', 0]) },
        ],
      });
    });

    it('has the tags with the most items first, and at most 20', async () => {
      const range = { from: '2026-01-01', to: '2026-01-31', interval: 'month' } as const;
      const names = Array.from({ length: 21 }, (_, i) => String.fromCharCode(97 + i));
      for (const name of names.toReversed()) created('2026-01-01T10:00:00.000Z', name);
      created('2026-01-02T10:00:00.000Z', 'k');
      const { total } = await byTag.read(accountId, { metric: 'created', by: 'tag', ...range });
      expect(total.groups!.map(({ name }) => name).join('')).toBe('kabcdefghijlmnopqrst');
      expect([STATS_TAGS_MAX, total.count]).toEqual([20, 22]);
    });
  });
});
