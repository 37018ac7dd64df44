import { invalidValue } from './domain-error';
import { isText, type Rule } from './rule';

/** A day without a time: `2026-03-03`. */
export type CalendarDate = string;

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The first and the last date. The buckets after the last one still have years of four digits. */
export const DATE_MIN: CalendarDate = '1970-01-01';
export const DATE_MAX: CalendarDate = '9998-12-31';

/** Whether the text is a date that exists. */
export function isDate(text: string): boolean {
  return DATE.test(text) && text >= DATE_MIN && text <= DATE_MAX && dateOf(millisecondsOf(text)) === text;
}

const millisecondsOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00.000Z`) || 0;
const dateOf = (milliseconds: number): CalendarDate => new Date(milliseconds).toISOString().slice(0, 10);

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateOf(millisecondsOf(date) + days * DAY_MS);

/** Returns the number of days from one date to a later one. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (millisecondsOf(to) - millisecondsOf(from)) / DAY_MS;

/** Returns the day of the week, from 0 for Sunday to 6. */
const weekdayOf = (date: CalendarDate): number => new Date(millisecondsOf(date)).getUTCDay();

export const isMonday = (date: CalendarDate): boolean => weekdayOf(date) === 1;

/** Returns the Monday after this date. */
export const nextMonday = (date: CalendarDate): CalendarDate => addDays(date, (8 - weekdayOf(date)) % 7 || 7);

/** Returns the first day of the month after this date. */
export function nextMonth(date: CalendarDate): CalendarDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return dateOf(Date.UTC(year, month, 1));
}

const ZONE_MAX = 64;
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether the text is a time zone of the IANA database. Offsets such as `+01:00` are none: they have no daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (text.length > ZONE_MAX || !ZONE.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const ZONE_DEMAND = 'must be an IANA time zone, such as Europe/Berlin';

/** The name of a time zone. */
export const timeZoneRule: Rule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: ZONE_MAX },
  demand: ZONE_DEMAND,
  read(value, param, issues) {
    if (isText(value, param, issues) && !isTimeZone(value)) issues.push(invalidValue(param, ZONE_DEMAND));
    return value as string;
  },
};

/** The days of a time zone, also those with a change of daylight saving time. */
export class Calendar {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /** Returns the date at a time. */
  dateAt(at: Date): CalendarDate {
    return dateOf(at.getTime() + this.offsetAt(at.getTime()));
  }

  /**
   * Returns when the day starts. If the clocks skip midnight, it is the time of their change. A day that a time zone
   * skips starts with the next one.
   */
  startOf(date: CalendarDate): Date {
    const midnight = millisecondsOf(date);
    const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((time) => this.offsetAt(time)) as [
      number,
      number,
    ];
    if (before !== after) {
      // If midnight occurs twice, the first one.
      for (const offset of [before, after]) {
        if (this.offsetAt(midnight - offset) === offset) return new Date(midnight - offset);
      }
    }
    return new Date(midnight - before);
  }

  /**
   * Returns when the clocks show this hour of the day. Clocks change at night, so the hour should be in the daytime. On
   * a day that a time zone skips, it is a time of another day.
   */
  timeOn(date: CalendarDate, hour: number): Date {
    const shown = millisecondsOf(date) + hour * 3_600_000;
    // The offset at this time depends on the time itself.
    const near = shown - this.offsetAt(shown);
    return new Date(shown - this.offsetAt(near));
  }

  /** Returns how far the local time is ahead of UTC, in milliseconds. */
  private offsetAt(milliseconds: number): number {
    // Four times as fast as `formatToParts`: statistics ask for two times of each day.
    const shown = this.format.format(milliseconds).replace(/^(\d+)\/(\d+)\/(\d+), /, '$3-$1-$2T');
    return Date.parse(`${shown}Z`) - Math.floor(milliseconds / 1000) * 1000;
  }
}
