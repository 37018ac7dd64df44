import type { Grouping, Interval, Metric } from '@libs/feedback';

export interface StatsValue {
  readonly count: number;
  /** Only for durations; null if `count` is 0. */
  readonly median_seconds?: number | null;
}

export interface StatsGroup extends StatsValue {
  readonly name: string;
}

/** A value, and with `by` the value of each group. */
export interface StatsGroups extends StatsValue {
  readonly groups?: readonly StatsGroup[];
}

export interface StatsBucket extends StatsGroups {
  /** The first day: `2026-03-03`. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

/** Response of `GET feedback/stats` (insights.md 1). */
export interface Stats {
  readonly metric: Metric;
  readonly by: Grouping | null;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly total: StatsGroups;
  readonly buckets: readonly StatsBucket[];
}
