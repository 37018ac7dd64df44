import type { Stats, StatsBucket, StatsGroups } from '@libs/contract';
import { t } from '../../../messages';

const texts = t.insights;

/** A column of the table, the CSV file, and with a color a part of each bar. */
export interface Series {
  readonly name: string;
  readonly label: string;
  /** A CSS color. */
  readonly color: string;
}

/** Returns the value of a group. */
export const countOf = ({ groups }: StatsGroups, name: string): number =>
  groups?.find((group) => group.name === name)?.count ?? 0;

/** Returns the groups that occur, and those that a newer version of the service added. */
export function seriesOf(
  { total }: Pick<Stats, 'total'>,
  labels: Readonly<Record<string, string>>,
  kind: string,
): readonly Series[] {
  return (total.groups ?? [])
    .filter(({ count }) => count > 0)
    .map(({ name }) => ({
      name,
      label: Object.hasOwn(labels, name) ? labels[name]! : name,
      color: `var(--${kind}-${name}, var(--other))`,
    }));
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const FULL_DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "Mar 3", or "Mar 2026" for a month. */
export const bucketLabel = ({ from }: Pick<StatsBucket, 'from'>, interval: Stats['interval']): string =>
  (interval === 'month' ? MONTH : DAY).format(new Date(from));

/** "Mar 3, 2026". */
export const fullDate = (date: string): string => FULL_DAY.format(new Date(date));

const UNITS = [
  [86_400, texts.duration.days],
  [3_600, texts.duration.hours],
  [60, texts.duration.minutes],
] as const;

/** "3.5 d", "12 min": one decimal below 10. */
export function formatDuration(seconds: number): string {
  const [size, text] = UNITS.find(([unit]) => seconds >= unit) ?? [1, texts.duration.seconds];
  const value = seconds / size;
  return text(value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 }));
}

/** Returns the numbers of a chart as CSV (RFC 4180). No cell contains text that others typed. */
export function csvOf({ buckets }: Pick<Stats, 'buckets'>, series: readonly Series[] | null): string {
  const header = series
    ? [texts.from, texts.to, ...series.map(({ label }) => label), texts.total]
    : [texts.from, texts.to, texts.count, texts.medianSeconds];
  const lines = buckets.map((bucket) => [
    bucket.from,
    bucket.to,
    ...(series ? series.map(({ name }) => countOf(bucket, name)) : []),
    bucket.count,
    ...(series ? [] : [bucket.median_seconds ?? '']),
  ]);
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
