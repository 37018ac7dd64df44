/** Which of two numbers comes first in `03/04/2024`. */
export type DayOrder = 'dmy' | 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:(?:,|T|\s+at|)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|(?:UTC|GMT)?\s*[+-]\d{2}(?::?\d{2})?)?(?:\s*\([^)]*\))?`;
const datePattern = (day: string) => new RegExp(`^${day}${TIME}${ZONE}$`, 'i');

/** `2024-05-01`, `2024/5/1`, with or without time and offset: ISO, PostgreSQL, Ruby. */
const YEAR_FIRST = datePattern(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`);
/** `03/04/2024`, `3.4.2024`. */
const YEAR_LAST = datePattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4})`);
/** `May 1, 2024`, `Wed May 01 2024 …` as JavaScript writes it. */
const MONTH_FIRST = datePattern(
  String.raw`(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`,
);
/** `1 May 2024`, `Wed, 01 May 2024 …` as in email headers. */
const DAY_FIRST = datePattern(
  String.raw`(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[-\s]+([a-z]{3,9})\.?,?[-\s]+(\d{4})`,
);
/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{10})(\d{3})?$/;

/**
 * Converts a date to the format of the API; returns null if it is invalid. A date without a time is midnight, a time
 * without an offset is in UTC. `order` applies only to the ambiguous form `03/04/2024`.
 */
export function toTimestamp(text: string, order: DayOrder = 'mdy'): string | null {
  const value = text.trim();
  const epoch = EPOCH.exec(value);
  if (epoch) return new Date(Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0)).toISOString();
  const match = matchDate(value, order);
  return match && buildTimestamp(match.day, match.rest);
}

interface DateMatch {
  readonly day: readonly [year: number, month: number, day: number];
  /** Hour, minute, second, fraction, am or pm, offset. */
  readonly rest: readonly (string | undefined)[];
}

function matchDate(value: string, order: DayOrder): DateMatch | null {
  let match = YEAR_FIRST.exec(value);
  if (match) return { day: [Number(match[1]), Number(match[2]), Number(match[3])], rest: match.slice(4) };
  match = YEAR_LAST.exec(value);
  if (match) {
    const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
    const isDayFirst = match[2] === '.' || order === 'dmy';
    return { day: isDayFirst ? [year, second, first] : [year, first, second], rest: match.slice(5) };
  }
  match = MONTH_FIRST.exec(value);
  if (match)
    return { day: [Number(match[3]), monthNumber(match[1]!), Number(match[2])], rest: match.slice(4) };
  match = DAY_FIRST.exec(value);
  if (match)
    return { day: [Number(match[3]), monthNumber(match[2]!), Number(match[1])], rest: match.slice(4) };
  return null;
}

/** Returns 0 for an invalid name. */
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function buildTimestamp([year, month, day]: DateMatch['day'], rest: DateMatch['rest']): string | null {
  const [hours, minutes, seconds, fraction, meridiem, zone] = rest;
  const hour = meridiem ? to24Hour(Number(hours), meridiem) : Number(hours ?? 0);
  const parts = [month, day, hour, Number(minutes ?? 0), Number(seconds ?? 0)];
  const [monthValue, dayValue, hourValue, minuteValue, secondValue] = parts as [
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const local = new Date(
    Date.UTC(year, monthValue - 1, dayValue, hourValue, minuteValue, secondValue, milliseconds),
  );
  // `Date` accepts February 31 and hour 25; here they are invalid.
  const isReal = local.getUTCMonth() === monthValue - 1 && hourValue < 24 && minuteValue < 60;
  if (!isReal || secondValue >= 60) return null;
  return new Date(local.getTime() - offsetMinutes(zone) * 60_000).toISOString();
}

/** Returns NaN for an invalid hour such as 13 PM, which makes the date invalid. */
function to24Hour(hour: number, meridiem: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (meridiem.toLowerCase().startsWith('p') ? 12 : 0);
}

function offsetMinutes(zone: string | undefined): number {
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) : 0;
}

/**
 * Detects the day order from all values: `unknown` if it matters and no value is decisive, null if no value has this
 * form. If values contradict each other, the first decisive one applies, and the others are invalid dates.
 */
export function detectDayOrder(values: Iterable<string | null | undefined>): DayOrder | 'unknown' | null {
  let order: DayOrder | 'unknown' | null = null;
  for (const value of values) {
    const match = value ? /^\s*(\d{1,2})([-/])(\d{1,2})\2\d{4}\b/.exec(value) : null;
    if (!match) continue;
    const [first, second] = [Number(match[1]), Number(match[3])];
    if (first > 12) return 'dmy';
    if (second > 12) return 'mdy';
    order = first === second ? (order ?? 'mdy') : 'unknown';
  }
  return order;
}
