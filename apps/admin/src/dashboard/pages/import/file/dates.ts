/** Which of two numbers comes first in `03/04/2024`. */
export type DayOrder = 'dmy' | 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:(?:,|T|\s+at|)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|(?:UTC|GMT)?\s*[+-]\d{2}(?::?\d{2})?)?(?:\s*\([^)]*\))?`;
const dated = (day: string) => new RegExp(`^${day}${TIME}${ZONE}$`, 'i');

/** `2024-05-01`, `2024/5/1`, with a time and an offset or without: ISO, PostgreSQL, Ruby. */
const YEAR_FIRST = dated(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`);
/** `03/04/2024`, `3.4.2024`. */
const YEAR_LAST = dated(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4})`);
/** `May 1, 2024`, `Wed May 01 2024 …` as JavaScript writes it. */
const MONTH_FIRST = dated(
  String.raw`(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`,
);
/** `1 May 2024`, `Wed, 01 May 2024 …` as mail has it. */
const DAY_FIRST = dated(
  String.raw`(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[-\s]+([a-z]{3,9})\.?,?[-\s]+(\d{4})`,
);
/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{10})(\d{3})?$/;

/**
 * A point in time as the service takes it; null for what is none. A day without a time is its first moment, a time
 * without an offset is in UTC. `order` is for the one form that does not say it itself.
 */
export function instantIn(text: string, order: DayOrder = 'mdy'): string | null {
  const value = text.trim();
  const epoch = EPOCH.exec(value);
  if (epoch) return new Date(Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0)).toISOString();
  const found = dayIn(value, order);
  return found && instantOf(found.day, found.rest);
}

interface Found {
  readonly day: readonly [year: number, month: number, day: number];
  /** Hour, minute, second, fraction, am or pm, offset. */
  readonly rest: readonly (string | undefined)[];
}

function dayIn(value: string, order: DayOrder): Found | null {
  let found = YEAR_FIRST.exec(value);
  if (found) return { day: [Number(found[1]), Number(found[2]), Number(found[3])], rest: found.slice(4) };
  found = YEAR_LAST.exec(value);
  if (found) {
    const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])];
    const isDayFirst = found[2] === '.' || order === 'dmy';
    return { day: isDayFirst ? [year, second, first] : [year, first, second], rest: found.slice(5) };
  }
  found = MONTH_FIRST.exec(value);
  if (found) return { day: [Number(found[3]), monthOf(found[1]!), Number(found[2])], rest: found.slice(4) };
  found = DAY_FIRST.exec(value);
  if (found) return { day: [Number(found[3]), monthOf(found[2]!), Number(found[1])], rest: found.slice(4) };
  return null;
}

/** 0 for what is no month. */
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function instantOf([year, month, day]: Found['day'], rest: Found['rest']): string | null {
  const [hours, minutes, seconds, fraction, half, zone] = rest;
  const hour = half ? hourOf(Number(hours), half) : Number(hours ?? 0);
  const parts = [month, day, hour, Number(minutes ?? 0), Number(seconds ?? 0)];
  const [bareMonth, bareDay, bareHour, bareMinute, bareSecond] = parts as [
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const local = new Date(
    Date.UTC(year, bareMonth - 1, bareDay, bareHour, bareMinute, bareSecond, milliseconds),
  );
  // 31 February and 25 o'clock are moments to `Date`, and faults to us.
  const isReal = local.getUTCMonth() === bareMonth - 1 && bareHour < 24 && bareMinute < 60;
  if (!isReal || bareSecond >= 60) return null;
  return new Date(local.getTime() - offsetOf(zone) * 60_000).toISOString();
}

/** 13 PM is no hour: NaN, and so no moment. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

/** In minutes. */
function offsetOf(zone: string | undefined): number {
  const found = /([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0)) : 0;
}

/**
 * Which number is the day, from all there are: `unknown` when none of them says it and it makes a difference, null
 * when no value is of that form. One of each is told as the first, and the others have no date then.
 */
export function dayOrderOf(values: Iterable<string | null | undefined>): DayOrder | 'unknown' | null {
  let order: DayOrder | 'unknown' | null = null;
  for (const value of values) {
    const found = value ? /^\s*(\d{1,2})([-/])(\d{1,2})\2\d{4}\b/.exec(value) : null;
    if (!found) continue;
    const [first, second] = [Number(found[1]), Number(found[3])];
    if (first > 12) return 'dmy';
    if (second > 12) return 'mdy';
    order = first === second ? (order ?? 'mdy') : 'unknown';
  }
  return order;
}
