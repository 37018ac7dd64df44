import { Calendar, invalidValue, throwIfInvalid, type Clock, type Instant } from '@libs/kernel';
import { sortedTags } from '../tags/tag.rules';
import {
  GROUPS,
  isDuration,
  rangeOf,
  spansOf,
  STATS_TAGS_MAX,
  statsProblems,
  type Span,
  type StatsRange,
  type StatsRequest,
} from './stats';
import type { CountRow, DurationRow, StatsRepository, TagCountRow } from './stats.ports';

export interface StatsValue {
  readonly count: number;
  /** Only for durations; null if the count is 0. */
  readonly medianSeconds?: number | null;
}

export interface GroupValue extends StatsValue {
  readonly name: string;
}

/** A value, and with a grouping the value of each group, in the same order everywhere. */
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

interface Rows {
  readonly rows: readonly Row[];
  /** The groups in their order; null without a grouping. */
  readonly groups: readonly string[] | null;
}

/** Statistics of items (insights.md 1). */
export class StatsUseCases {
  constructor(
    private readonly stats: StatsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `validation` if the request has `statsProblems` */
  async read(accountId: string, request: StatsRequest): Promise<Stats> {
    const { metric, by } = request;
    const now = this.clock();
    throwIfInvalid(statsProblems(request, now).map(({ param, demand }) => invalidValue(param, demand)));
    const range = rangeOf(request, now);
    const spans = spansOf(range);
    const { rows, groups } = await this.rows(accountId, request, boundsOf(range, spans));
    const valueAt = valuesOf(rows, groups, isDuration(metric));
    const buckets = spans.map((span, bucket) => ({ ...span, ...valueAt(bucket) }));
    return { metric, ...(by && { by }), ...range, total: valueAt(null), buckets };
  }

  private async rows(
    accountId: string,
    { metric, by }: StatsRequest,
    bounds: readonly Instant[],
  ): Promise<Rows> {
    if (by === 'tag') return this.rowsByTag(accountId, bounds);
    const groups = by ? GROUPS[by] : null;
    if (isDuration(metric))
      return { rows: await this.stats.durations(accountId, { metric, by, bounds }), groups };
    return { rows: withTotals(await this.stats.count(accountId, { metric, by, bounds })), groups };
  }

  /** Counts the items separately: some have several of the tags, and some have none. */
  private async rowsByTag(accountId: string, bounds: readonly Instant[]): Promise<Rows> {
    const [items, tagged] = await Promise.all([
      this.stats.count(accountId, { metric: 'created', bounds }),
      this.stats.countByTag(accountId, { bounds, limit: STATS_TAGS_MAX }),
    ]);
    const totals = summed(tagged.map((row) => ({ ...row, bucket: null })));
    return { rows: [...withTotals(items), ...tagged, ...totals], groups: byCount(tagged) };
  }
}

function boundsOf({ timeZone, to }: StatsRange, spans: readonly Span[]): Instant[] {
  const calendar = new Calendar(timeZone);
  const end = new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
  return [...spans.map(({ from }) => from), end].map((date) => calendar.startOf(date).toISOString());
}

/** Adds the sums of groups and of buckets. */
const withTotals = (rows: readonly CountRow[]): readonly Row[] =>
  summed(
    rows.flatMap((row) => {
      const places = row.group === null ? [row] : [row, { ...row, group: null }];
      return places.flatMap((place) => [place, { ...place, bucket: null }]);
    }),
  );

/** A key for a bucket and a group. A tag can have any name, such as `null`. */
const placeOf = (bucket: number | null, group: string | null): string => JSON.stringify([bucket, group]);

/** Adds up the rows of the same bucket and group. */
function summed(rows: readonly Row[]): readonly Row[] {
  const sums = new Map<string, { bucket: number | null; group: string | null; count: number }>();
  for (const { bucket, group, count } of rows) {
    const key = placeOf(bucket, group);
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { bucket, group, count });
  }
  return [...sums.values()];
}

/** Returns the groups, those with the most items first, then in alphabetical order. */
function byCount(rows: readonly TagCountRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { group, count } of rows) counts.set(group, (counts.get(group) ?? 0) + count);
  return sortedTags([...counts.keys()]).toSorted((a, b) => counts.get(b)! - counts.get(a)!);
}

/** Returns the function for the value of a bucket, or of all together. */
function valuesOf(rows: readonly Row[], groups: readonly string[] | null, isDuration: boolean) {
  const byPlace = new Map(rows.map((row) => [placeOf(row.bucket, row.group), row]));
  const valueOf = (bucket: number | null, group: string | null): StatsValue => {
    const { count = 0, medianSeconds = null } = byPlace.get(placeOf(bucket, group)) ?? {};
    return isDuration ? { count, medianSeconds } : { count };
  };
  return (bucket: number | null): GroupedValue => ({
    ...valueOf(bucket, null),
    ...(groups && { groups: groups.map((name) => ({ name, ...valueOf(bucket, name) })) }),
  });
}
