import {
  addDays,
  Calendar,
  DATE_MIN,
  daysBetween,
  invalidValue,
  isDate,
  isText,
  nextMonday,
  nextMonth,
  oneOf,
  optional,
  required,
  timeZoneRule,
  type CalendarDate,
  type Instant,
  type Rule,
} from '@libs/kernel';
import { SOURCES, STATUSES, type Status } from '../items/feedback.rules';

/** What statistics count (insights.md 1). */
export const METRICS = [
  'created',
  'status_changed',
  'shipped',
  'time_to_first_change',
  'time_to_shipped',
] as const;
export type Metric = (typeof METRICS)[number];

/** Groupings whose groups are the same for all accounts, with the groups in their order. */
export const GROUPS = { status: STATUSES, source: SOURCES } as const;
export type FixedGrouping = keyof typeof GROUPS;

/** What statistics can be grouped by. */
export type Grouping = FixedGrouping | 'tag';
export const GROUPINGS: readonly Grouping[] = [...(Object.keys(GROUPS) as FixedGrouping[]), 'tag'];

/** Maximum number of groups by tag: the tags with the most items in the range. */
export const STATS_TAGS_MAX = 20;

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Maximum number of days with buckets of a day: two years. */
export const STATS_DAYS_MAX = 731;
/** With larger buckets, a range has as many times more days, so that statistics of all time are possible. */
const DAYS_PER_BUCKET: Readonly<Record<Interval, number>> = { day: 1, week: 7, month: 30 };
export const STATS_DAYS_DEFAULT = 30;

/** A change of the status of an item, and who made it. */
export interface ChangedStatus {
  readonly actor: string;
  readonly at: Instant;
  readonly from: Status;
  readonly to: Status;
}

/** A change of the status that its author takes back within this time does not count. */
const UNDO_MS = 10 * 60_000;

/**
 * True if the change takes back the previous one of the item, so that neither counts. A change that was taken back can't
 * be taken back again.
 */
export const takesBack = (change: ChangedStatus, previous: ChangedStatus): boolean =>
  previous.actor === change.actor &&
  previous.from === change.to &&
  Date.parse(change.at) - Date.parse(previous.at) <= UNDO_MS;

export const isDuration = (metric: Metric): metric is DurationMetric => metric.startsWith('time_to_');
export type DurationMetric = 'time_to_first_change' | 'time_to_shipped';
export type CountMetric = Exclude<Metric, DurationMetric>;

const DATE_DEMAND = 'must be a date, such as 2026-03-03';

const dateRule: Rule<CalendarDate> = {
  schema: { type: 'string', format: 'date' },
  demand: DATE_DEMAND,
  read(value, param, issues) {
    if (isText(value, param, issues) && !isDate(value)) issues.push(invalidValue(param, DATE_DEMAND));
    return value as string;
  },
};

/** Parameters of statistics, of every surface. */
export const STATS_FIELDS = {
  metric: required(oneOf(METRICS)),
  by: optional(oneOf(GROUPINGS)),
  interval: optional(oneOf(INTERVALS)),
  from: optional(dateRule),
  to: optional(dateRule),
  time_zone: optional(timeZoneRule),
};

export interface StatsRequest {
  readonly metric: Metric;
  readonly by?: Grouping | undefined;
  readonly interval?: Interval | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly time_zone?: string | undefined;
}

/** The days of a bucket, first and last included. */
export interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A request with its defaults, from the first to the last day. */
export interface StatsRange extends Span {
  readonly interval: Interval;
  readonly timeZone: string;
}

/** Returns the range of a request. By default, the last 30 days, which end today. */
export function rangeOf(request: StatsRequest, now: Date): StatsRange {
  const { interval = 'day', time_zone: timeZone = 'UTC' } = request;
  const to = request.to ?? new Calendar(timeZone).dateAt(now);
  const earliest = addDays(to, 1 - STATS_DAYS_DEFAULT);
  return { interval, timeZone, from: request.from ?? (earliest < DATE_MIN ? DATE_MIN : earliest), to };
}

/** What a parameter must be. */
export interface StatsProblem {
  readonly param: 'by' | 'from';
  readonly demand: string;
}

/** Returns what is wrong with a request whose values are valid. */
export function statsProblems(request: StatsRequest, now: Date): StatsProblem[] {
  const problems: StatsProblem[] = [];
  // The history of items has no tags.
  if (request.by === 'tag' && request.metric !== 'created')
    problems.push({ param: 'by', demand: `must be status or source for ${request.metric}` });
  const demand = rangeProblem(rangeOf(request, now));
  if (demand !== null) problems.push({ param: 'from', demand });
  return problems;
}

/** Why a range is invalid: what `from` must be; null if it is valid. */
function rangeProblem({ from, to, interval }: StatsRange): string | null {
  if (from > to) return 'must not be after to';
  const most = STATS_DAYS_MAX * DAYS_PER_BUCKET[interval];
  return daysBetween(from, to) < most ? null : `must be at most ${most} days before to`;
}

const NEXT: Readonly<Record<Interval, (date: CalendarDate) => CalendarDate>> = {
  day: (date) => addDays(date, 1),
  week: nextMonday,
  month: nextMonth,
};

/** Returns the buckets of a range. The first and the last one can be parts of a week or of a month. */
export function spansOf({ from, to, interval }: StatsRange): Span[] {
  const spans: Span[] = [];
  for (let start = from; start <= to;) {
    const next = NEXT[interval](start);
    const last = addDays(next, -1);
    spans.push({ from: start, to: last < to ? last : to });
    start = next;
  }
  return spans;
}
