import type { FeedbackStatistics, StatsGroups } from './feedback-tools';

type Cell = string | number | null;

/**
 * Returns statistics as a table with the totals in the last row, without groups and buckets whose count is 0. As objects,
 * they would take three times as many tokens.
 */
export function statsTable({ from, to, total, buckets }: FeedbackStatistics) {
  const groups = (total.groups ?? []).filter(({ count }) => count > 0).map(({ name }) => name);
  const isDuration = total.median_seconds !== undefined;
  const columnsOf = (name: string) => (isDuration ? [name, `${name} median_seconds`] : [name]);
  const cells = (value: StatsGroups): Cell[] => {
    const byName = new Map(value.groups?.map((group) => [group.name, group]));
    return [value, ...groups.map((name) => byName.get(name))].flatMap((one) =>
      isDuration ? [one?.count ?? 0, one?.median_seconds ?? null] : [one?.count ?? 0],
    );
  };
  const rows: Cell[][] = buckets
    .filter(({ count }) => count > 0)
    .map((bucket) => [bucket.from, ...cells(bucket)]);
  return {
    from,
    to,
    columns: ['from', 'count', ...(isDuration ? ['median_seconds'] : []), ...groups.flatMap(columnsOf)],
    rows: [...rows, ['total', ...cells(total)]],
  };
}
