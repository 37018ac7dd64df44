import { GROUPS, type Stats } from '@libs/feedback';
import { statsJson } from '../../feedback/stats/stats.http';
import { example } from '../../openapi/schemas';

const RANGE = { interval: 'day', from: '2026-03-02', to: '2026-03-03', timeZone: 'Europe/Berlin' } as const;
const sources = (counts: Readonly<Record<string, number>>) => ({
  count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  groups: GROUPS.source.map((name) => ({ name, count: counts[name] ?? 0 })),
});

const created: Stats = {
  metric: 'created',
  by: 'source',
  ...RANGE,
  total: sources({ form: 3, api: 2 }),
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', ...sources({}) },
    { from: '2026-03-03', to: '2026-03-03', ...sources({ form: 3, api: 2 }) },
  ],
};
const firstChange: Stats = {
  metric: 'time_to_first_change',
  ...RANGE,
  total: { count: 2, medianSeconds: 5400 },
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', count: 0, medianSeconds: null },
    { from: '2026-03-03', to: '2026-03-03', count: 2, medianSeconds: 5400 },
  ],
};

export const STATS = {
  created: example('New items per day by source', { data: statsJson(created) }),
  time_to_first_change: example('Median time until the status of an item first changes', {
    data: statsJson(firstChange),
  }),
};
