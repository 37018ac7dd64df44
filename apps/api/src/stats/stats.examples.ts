import { GROUPS, statsJson, type Stats } from '@libs/feedback';
import { example } from '../openapi/schemas';

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
const tags = (count: number, billing: number, mobile: number) => ({
  count,
  groups: [
    { name: 'mobile', count: mobile },
    { name: 'billing', count: billing },
  ],
});
const byTag: Stats = {
  ...created,
  by: 'tag',
  total: tags(5, 1, 3),
  buckets: [
    { from: '2026-03-02', to: '2026-03-02', ...tags(0, 0, 0) },
    { from: '2026-03-03', to: '2026-03-03', ...tags(5, 1, 3) },
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
  created_by_tag: example('New items per day by tag', { data: statsJson(byTag) }),
  time_to_first_change: example('Median time until the status of an item first changes', {
    data: statsJson(firstChange),
  }),
};
