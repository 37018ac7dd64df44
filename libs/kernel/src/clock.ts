/** Returns the current time. Stored times have a precision of one millisecond. Tests pass a clock of their own. */
export type Clock = () => Date;

/** A time as text: RFC 3339, UTC, milliseconds (`2026-03-03T10:00:00.000Z`). Sorting the text sorts by time. */
export type Instant = string;

/** Generates a time-ordered ID (UUIDv7, RFC 9562 §5.7) whose first 48 bits are the milliseconds of `at`. */
export type NewId = (at: Date) => string;

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Converts a date and time with an offset (RFC 3339) to UTC with milliseconds. A fraction of a millisecond is rounded
 * up, so that comparing a stored time with the result by `>=` or `<` is the same as comparing it with the exact time.
 * Returns null for any other text, and for dates and times that do not exist.
 */
export function instantOf(text: string): Instant | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (!isDay || month! > '12' || month === '00' || hour! > '23' || minute! > '59' || second! > '59')
    return null;
  const whole = Date.parse(text.replace(/\.\d+/, '').toUpperCase());
  const milliseconds = Math.ceil(Number(`0.${fraction || '0'}`) * 1000);
  const at = new Date(whole + milliseconds);
  return at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999 ? at.toISOString() : null;
}
