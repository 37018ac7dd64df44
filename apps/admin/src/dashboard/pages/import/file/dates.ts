import type { DayOrder } from './day-order';
import { monthNumber } from './month-names';

const WORD_BEFORE_TIME = String.raw`(?:at|um|om|à|às|a las|alle(?: ore)?|kl\.?|klo|о|в)\s+`;
const TIME = String.raw`(?:[\s,T]+(?:${WORD_BEFORE_TIME})?(AM|PM|上午|下午|午前|午後|오전|오후)?\s*(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?(?:\s*Uhr)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|(?:UTC|GMT)?\s*[+-]\d{2}(?::?\d{2})?)?(?:\s*\([^)]*\))?`;
const datePattern = (day: string) => new RegExp(`^${day}${TIME}${ZONE}$`, 'iu');

const MONTH = String.raw`(?:de\s+|d['’])?([\p{L}\p{M}]+)\.?`;
const WEEKDAY = String.raw`(?:[\p{L}\p{M}-]+\.?,?\s+)?`;
const YEAR = String.raw`(\d{4}|['’]?\d{2})(?:\s*[гр]\.)?`;

/** `2024-05-01`, `2024/5/1`, `2024. 5. 1.`, with or without time and offset: ISO, PostgreSQL, Ruby, Korean. */
const YEAR_FIRST = datePattern(String.raw`(\d{4})(?:[-/]|\.\s?)(\d{1,2})(?:[-/]|\.\s?)(\d{1,2})\.?`);
/** `2024年5月1日`, `2024년 5월 1일`. */
const YEAR_FIRST_CJK = datePattern(String.raw`(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]`);
/** `03/04/2024`, `3.4.24`. */
const YEAR_LAST = datePattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})`);
/** `1. 5. 2024`, `01.05.2024.` */
const SPACED_DOTS = datePattern(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?`);
/** `May 1, 2024`, `Wed May 01 2024 …` as JavaScript writes it. */
const MONTH_FIRST = datePattern(String.raw`${WEEKDAY}${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+${YEAR}`);
/** `1 May 2024`, `1-May-24`, `1. Mai 2024`, `Wed, 01 May 2024 …` as in email headers. */
const DAY_FIRST = datePattern(
  String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th|\.)?[-/\s]+${MONTH},?(?:[-/\s]+|\s+del?\s+)${YEAR}`,
);
/** `2024-May-01`, `2024. május 1.` */
const YEAR_AND_MONTH = datePattern(String.raw`(\d{4})\.?[-/\s]+${MONTH}[-/\s]+(\d{1,2})\.?`);
/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{10})(\d{3})?$/;
/** Days since December 30, 1899, in Excel. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const SERIAL_OF_1970 = 25_569;
const SERIAL_OF_2100 = 73_051;
/** Two-digit years below this one are in this century. The service accepts no date before 1970. */
const TWO_DIGIT_PIVOT = 70;
const LENGTH_MAX = 100;

/**
 * Converts a date to the format of the API; returns null if it is invalid. A date without a time is midnight, a time
 * without an offset is in UTC. `order` applies only to the ambiguous forms `03/04/2024` and `03-04-05`.
 */
export function toTimestamp(text: string, order: DayOrder = 'mdy'): string | null {
  const value = text.length > LENGTH_MAX ? '' : text.trim();
  const epoch = EPOCH.exec(value);
  if (epoch) return new Date(Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0)).toISOString();
  if (isSerialDate(value)) return fromSerial(Number(value.replace(',', '.')));
  const match = matchDate(value, order);
  return match && buildTimestamp(match.day, match.rest);
}

/** True for a number that is a date from 1970 to 2099 in Excel, such as `45365.39583`. */
export function isSerialDate(value: string): boolean {
  const days = Number(SERIAL.exec(value)?.[1] ?? 0);
  return days >= SERIAL_OF_1970 && days < SERIAL_OF_2100;
}

/** Rounds to seconds: Excel saves five decimals. */
const fromSerial = (days: number): string =>
  new Date(Math.round((days - SERIAL_OF_1970) * 86_400) * 1000).toISOString();

interface DateMatch {
  readonly day: readonly [year: number, month: number, day: number];
  /** Before noon or after, hour, minute, second, fraction, am or pm, offset. */
  readonly rest: readonly (string | undefined)[];
}

function matchDate(value: string, order: DayOrder): DateMatch | null {
  let match = YEAR_FIRST.exec(value) ?? YEAR_FIRST_CJK.exec(value);
  if (match) return { day: [Number(match[1]), Number(match[2]), Number(match[3])], rest: match.slice(4) };
  match = YEAR_LAST.exec(value);
  if (match) return { day: numericDay(match, order), rest: match.slice(5) };
  match = SPACED_DOTS.exec(value);
  if (match) return { day: [Number(match[3]), Number(match[2]), Number(match[1])], rest: match.slice(4) };
  match = MONTH_FIRST.exec(value);
  if (match)
    return { day: [fullYear(match[3]!), monthNumber(match[1]!), Number(match[2])], rest: match.slice(4) };
  match = DAY_FIRST.exec(value);
  if (match)
    return { day: [fullYear(match[3]!), monthNumber(match[2]!), Number(match[1])], rest: match.slice(4) };
  match = YEAR_AND_MONTH.exec(value);
  return match && { day: [Number(match[1]), monthNumber(match[2]!), Number(match[3])], rest: match.slice(4) };
}

function numericDay(
  [, first, separator, second, third]: readonly string[],
  order: DayOrder,
): DateMatch['day'] {
  const [a, b] = [Number(first), Number(second)];
  if (separator === '.') return [fullYear(third!), b, a];
  if (order === 'ymd' && third!.length === 2) return [fullYear(first!), b, Number(third)];
  return order === 'dmy' ? [fullYear(third!), b, a] : [fullYear(third!), a, b];
}

function fullYear(digits: string): number {
  const year = Number(digits.replace(/^['’]/, ''));
  return year > 99 ? year : year + (year < TWO_DIGIT_PIVOT ? 2000 : 1900);
}

function buildTimestamp([year, month, day]: DateMatch['day'], rest: DateMatch['rest']): string | null {
  const [prefix, hours, minutes, seconds, fraction, suffix, zone] = rest;
  const meridiem = prefix ?? suffix;
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
  return (hour % 12) + (/^(?:p|下|午後|오후)/i.test(meridiem) ? 12 : 0);
}

function offsetMinutes(zone: string | undefined): number {
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) : 0;
}
