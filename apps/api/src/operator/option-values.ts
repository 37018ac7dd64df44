/** A parsed value; if `problem` is not null, the text was invalid and the value must not be used. */
export interface Parsed<T> {
  readonly value: T;
  readonly problem: string | null;
}

const ITEMS_MAX = 100_000_000;

export function wholeNumber(text: string, max = ITEMS_MAX): Parsed<number> {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const isValid = value >= 1 && value <= max;
  const problem = isValid ? null : `must be a whole number from 1 to ${max.toLocaleString('en')}`;
  return { value, problem };
}

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Parses RFC 3339 with a time zone. `Date` alone reads February 30 as March 2, and guesses a missing time zone. */
export function dateTime(text: string): Parsed<Date> {
  const [, year, month, day] = RFC3339.exec(text) ?? [];
  const value = new Date(year ? text.toUpperCase().replace(' ', 'T') : NaN);
  const inMonth = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate();
  const isValid = inMonth === Number(day) && !Number.isNaN(value.getTime());
  return {
    value,
    problem: isValid ? null : 'must be a date and time with a time zone, such as 2027-01-31T12:00:00Z',
  };
}
