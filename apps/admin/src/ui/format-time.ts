const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, until: number][] = [
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 30 * 86_400],
];

/** A point in time, whole: "Nov 21, 2026, 10:31 AM". */
export const moment = (value: string): string => FULL.format(new Date(value));

/** As one would say it: "5 min. ago", "in 3 days"; a date once that says more. */
export function ago(value: string, now: Date, justNow: string): string {
  const seconds = (Date.parse(value) - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return justNow;
  for (const [unit, size, until] of STEPS) {
    if (Math.abs(seconds) < until) return RELATIVE.format(Math.round(seconds / size), unit);
  }
  return DAY.format(new Date(value));
}
