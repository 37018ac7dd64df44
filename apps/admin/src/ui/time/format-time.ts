// Without `Intl`, whose first formatter takes 30 to 50 ms, which would delay the inbox.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const UNITS: readonly [unit: string, seconds: number, until: number][] = [
  ['min.', 60, 3_600],
  ['hr.', 3_600, 86_400],
  ['days', 86_400, 30 * 86_400],
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayOf = (date: Date): string => `${MONTHS[date.getMonth()]} ${date.getDate()}`;
const clockOf = (date: Date, seconds = ''): string =>
  `${date.getHours() % 12 || 12}:${twoDigits(date.getMinutes())}${seconds} ${date.getHours() < 12 ? 'AM' : 'PM'}`;

/** Full date and time: "Nov 21, 2026, 10:31 AM". */
export const formatDateTime = (value: string): string => `${formatDate(value)}, ${formatTime(value)}`;

/** Time of day: "10:31 AM". */
export const formatTime = (value: string): string => clockOf(new Date(value));

/** Date: "Nov 21, 2026". */
export function formatDate(value: string): string {
  const date = new Date(value);
  return `${dayOf(date)}, ${date.getFullYear()}`;
}

/** Recent time with seconds: "Nov 21, 10:31:07 AM". */
export function formatExactTime(value: string): string {
  const date = new Date(value);
  return `${dayOf(date)}, ${clockOf(date, `:${twoDigits(date.getSeconds())}`)}`;
}

/** "5 min. ago", "in 3 days"; a date for times further away. */
export function formatRelativeTime(value: string, now: Date, justNow: string): string {
  const seconds = (Date.parse(value) - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return justNow;
  for (const [unit, size, until] of UNITS) {
    if (Math.abs(seconds) < until) return relativeTime(Math.round(seconds / size), unit);
  }
  return formatDate(value);
}

function relativeTime(distance: number, unit: string): string {
  const count = Math.abs(distance);
  if (unit === 'days' && count === 1) return distance < 0 ? 'yesterday' : 'tomorrow';
  return distance < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}
