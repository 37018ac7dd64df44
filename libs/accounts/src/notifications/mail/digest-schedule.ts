import type { NotificationSettings } from '../notification-settings';

const DIGEST_HOUR = 8;
const MONDAY = 1;
const DAY_MS = 86_400_000;

type Schedule = Pick<NotificationSettings, 'newFeedbackMail' | 'quarantineMail' | 'timeZone'>;

/** What a digest contains. */
export interface DigestParts {
  readonly newFeedback: boolean;
  readonly quarantine: boolean;
}

/**
 * Returns when the next digest is due, after `after`: at 8:00 in the time zone of the person. If only a weekly one is
 * wanted, on Monday.
 */
export function nextDigestAt(settings: Schedule, after: Date): Date {
  const { timeZone } = settings;
  const today = localTime(after.getTime(), timeZone);
  // A time zone can skip a day.
  for (let day = 0; ; day++) {
    const at = digestTime(today + day * DAY_MS, timeZone);
    const { newFeedback, quarantine } = digestParts(settings, at);
    if (at > after && (newFeedback || quarantine)) return at;
  }
}

/** Returns what the digest contains that is due at `dueAt`. */
export function digestParts(
  { newFeedbackMail, quarantineMail, timeZone }: Schedule,
  dueAt: Date,
): DigestParts {
  const isMonday = new Date(localTime(dueAt.getTime(), timeZone)).getUTCDay() === MONDAY;
  return {
    newFeedback: newFeedbackMail === 'daily' || (newFeedbackMail === 'weekly' && isMonday),
    quarantine: quarantineMail === 'daily',
  };
}

/** The days of new feedback in a digest. */
export const digestDays = ({ newFeedbackMail }: Schedule): number => (newFeedbackMail === 'weekly' ? 7 : 1);

/** @param local any time of the day, as `localTime` returns it */
function digestTime(local: number, timeZone: string): Date {
  const wanted = local - (local % DAY_MS) + DIGEST_HOUR * 3_600_000;
  // The offset at the wanted time depends on this time itself. Clocks change at night, so the second value is right.
  const near = wanted - offsetAt(wanted, timeZone);
  return new Date(wanted - offsetAt(near, timeZone));
}

/** Returns what a clock in the time zone shows, as if it were UTC. */
const localTime = (time: number, timeZone: string): number => time + offsetAt(time, timeZone);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { ...numeric, second: 'numeric', hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** Returns the offset from UTC in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const seconds = Math.floor(time / 1000) * 1000;
  const parts = formatOf(timeZone).formatToParts(seconds);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - seconds;
}
