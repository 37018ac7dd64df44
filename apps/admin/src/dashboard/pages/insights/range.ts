import type { Interval } from '@libs/contract';

export const RANGES = ['7', '30', '90', '12m'] as const;
export type Range = (typeof RANGES)[number];
const DEFAULT_RANGE: Range = '30';
const PARAMETER = 'range';

/** Reads the range from the address. An unknown value is the default. */
export function readRange(params: URLSearchParams): Range {
  return RANGES.find((range) => range === params.get(PARAMETER)) ?? DEFAULT_RANGE;
}

/** Returns the parameters of the address with this range. */
export function writeRange(params: URLSearchParams, range: Range): URLSearchParams {
  const next = new URLSearchParams(params);
  if (range === DEFAULT_RANGE) next.delete(PARAMETER);
  else next.set(PARAMETER, range);
  return next;
}

/** The days and the buckets of a range, as parameters of a request. */
export interface RangeQuery {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
}

const INTERVALS: Readonly<Record<Range, Interval>> = {
  '7': 'day',
  '30': 'day',
  '90': 'week',
  '12m': 'month',
};

/** Returns the days that end today, in the time zone of the browser. 12 months start on the first of a month. */
export function queryOf(range: Range, now: Date): RangeQuery {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const from =
    range === '12m' ? new Date(year, month - 11, 1) : new Date(year, month, day + 1 - Number(range));
  return { from: dateOf(from), to: dateOf(now), interval: INTERVALS[range] };
}

function dateOf(local: Date): string {
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
}
