/** Reads the time; milliseconds are the finest grain anything here keeps. Tests set it, nobody sleeps. */
export type Clock = () => Date;

/** A moment as it is kept and shown: RFC 3339, UTC, milliseconds (`2026-03-03T10:00:00.000Z`); text order is time order. */
export type Instant = string;

/** Makes a time-ordered identifier (UUIDv7, RFC 9562 §5.7) whose leading 48 bits are the milliseconds of `at`. */
export type NewId = (at: Date) => string;

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * What a date and time with its offset (RFC 3339) means, in the grain anything here keeps: a part of a millisecond
 * counts as the whole one, so that `>=` and `<` of two moments stay what they were. Null for any other text, and for
 * days and hours that do not exist.
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
