const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DATE_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME_FORMAT = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const EXACT_FORMAT = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, until: number][] = [
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 30 * 86_400],
];

/** Full date and time: "Nov 21, 2026, 10:31 AM". */
export const formatDateTime = (value: string): string => DATE_TIME_FORMAT.format(new Date(value));

/** Time of day: "10:31 AM". */
export const formatTime = (value: string): string => TIME_FORMAT.format(new Date(value));

/** Date: "Nov 21, 2026". */
export const formatDate = (value: string): string => DATE_FORMAT.format(new Date(value));

/** Recent time with seconds: "Nov 21, 10:31:07 AM". */
export const formatExactTime = (value: string): string => EXACT_FORMAT.format(new Date(value));

/** "5 min. ago", "in 3 days"; a date for times further away. */
export function formatRelativeTime(value: string, now: Date, justNow: string): string {
  const seconds = (Date.parse(value) - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return justNow;
  for (const [unit, size, until] of UNITS) {
    if (Math.abs(seconds) < until) return RELATIVE_FORMAT.format(Math.round(seconds / size), unit);
  }
  return formatDate(value);
}
