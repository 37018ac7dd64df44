import type { GroupedValue, Stats, StatsValue } from './stats.use-cases';

/** Statistics as every surface returns them (insights.md 1). */
export const statsJson = ({ metric, by, interval, from, to, timeZone, total, buckets }: Stats) => ({
  metric,
  by: by ?? null,
  interval,
  from,
  to,
  time_zone: timeZone,
  total: groupedJson(total),
  buckets: buckets.map((bucket) => ({ from: bucket.from, to: bucket.to, ...groupedJson(bucket) })),
});

const groupedJson = (value: GroupedValue) => ({
  ...valueJson(value),
  ...(value.groups && { groups: value.groups.map((group) => ({ name: group.name, ...valueJson(group) })) }),
});

const valueJson = ({ count, medianSeconds }: StatsValue) => ({
  count,
  ...(medianSeconds !== undefined && { median_seconds: medianSeconds }),
});
