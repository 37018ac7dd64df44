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

/** Returns the Monday after this date. */
export function nextMonday(date: CalendarDate): CalendarDate {
  const weekday = new Date(millisecondsOf(date)).getUTCDay();
  return addDays(date, (8 - weekday) % 7 || 7);
}

/** Returns the first day of the month after this date. */
export function nextMonth(date: CalendarDate): CalendarDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return dateOf(Date.UTC(year, month, 1));
}

const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether the text is a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  if (!ZONE.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

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
    // If midnight occurs twice, the first one.
    for (const offset of [before, after]) {
      if (this.offsetAt(midnight - offset) === offset) return new Date(midnight - offset);
    }
    return new Date(midnight - before);
  }

  /** Returns how far the local time is ahead of UTC, in milliseconds. */
  private offsetAt(milliseconds: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(milliseconds)) parts[type] = Number(value);
    const { year, month, day, hour, minute, second } = parts as Record<string, number> & { year: number };
    const local = Date.UTC(year, month! - 1, day, hour, minute, second);
    return local - Math.floor(milliseconds / 1000) * 1000;
  }
}
