import type { Clock, Instant } from '@libs/kernel';
import { Calendar } from './calendar';
import { GROUPS, isDuration, rangeOf, spansOf, type Span, type StatsRange, type StatsRequest } from './stats';
import type { CountRow, DurationRow, StatsRepository } from './stats.ports';

export interface StatsValue {
  readonly count: number;
  /** Only for durations; null if the count is 0. */
  readonly medianSeconds?: number | null;
}

export interface GroupValue extends StatsValue {
  readonly name: string;
}

/** A value, and with a grouping the value of each group, in a fixed order. */
export interface GroupedValue extends StatsValue {
  readonly groups?: readonly GroupValue[];
}

export interface Stats extends StatsRange, Pick<StatsRequest, 'metric' | 'by'> {
  readonly total: GroupedValue;
  /** Without gaps. */
  readonly buckets: readonly (Span & GroupedValue)[];
}

/** Rows of both kinds. */
type Row = Pick<DurationRow, 'bucket' | 'group' | 'count'> & { readonly medianSeconds?: number };

/** Statistics of items (insights.md 1). */
export class StatsUseCases {
  constructor(
    private readonly stats: StatsRepository,
    private readonly clock: Clock,
  ) {}

  /** @param request whose range is valid */
  async read(accountId: string, request: StatsRequest): Promise<Stats> {
    const { metric, by } = request;
    const range = rangeOf(request, this.clock());
    const spans = spansOf(range);
    const bounds = boundsOf(range, spans);
    const rows = isDuration(metric)
      ? await this.stats.durations(accountId, { metric, by, bounds })
      : withTotals(await this.stats.count(accountId, { metric, by, bounds }));
    const valueAt = valuesOf(rows, by ? GROUPS[by] : null, isDuration(metric));
    const buckets = spans.map((span, bucket) => ({ ...span, ...valueAt(bucket) }));
    return { metric, ...(by && { by }), ...range, total: valueAt(null), buckets };
  }
}

function boundsOf({ timeZone, to }: StatsRange, spans: readonly Span[]): Instant[] {
  const calendar = new Calendar(timeZone);
  const end = new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
  return [...spans.map(({ from }) => from), end].map((date) => calendar.startOf(date).toISOString());
}

/** Adds the sums of groups and of buckets. */
function withTotals(rows: readonly CountRow[]): readonly Row[] {
  const sums = new Map<string, { bucket: number | null; group: string | null; count: number }>();
  const add = (bucket: number | null, group: string | null, count: number) => {
    const key = `${bucket} ${group}`;
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { bucket, group, count });
  };
  for (const { bucket, group, count } of rows) {
    add(bucket, null, count);
    add(null, null, count);
    if (group === null) continue;
    add(bucket, group, count);
    add(null, group, count);
  }
  return [...sums.values()];
}

/** Returns the function for the value of a bucket, or of all together. */
function valuesOf(rows: readonly Row[], groups: readonly string[] | null, isDuration: boolean) {
  const byPlace = new Map(rows.map((row) => [`${row.bucket} ${row.group}`, row]));
  const valueOf = (bucket: number | null, group: string | null): StatsValue => {
    const { count = 0, medianSeconds = null } = byPlace.get(`${bucket} ${group}`) ?? {};
    return isDuration ? { count, medianSeconds } : { count };
  };
  return (bucket: number | null): GroupedValue => ({
    ...valueOf(bucket, null),
    ...(groups && { groups: groups.map((name) => ({ name, ...valueOf(bucket, name) })) }),
  });
}
