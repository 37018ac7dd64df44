import { addDays, Calendar, isMonday } from '@libs/kernel';
import type { NotificationSettings } from '../notification-settings';

const DIGEST_MAIL_HOUR = 8;

type Schedule = Pick<NotificationSettings, 'newFeedbackMail' | 'quarantineMail' | 'timeZone'>;

/** What digest mail contains. */
export interface DigestMailParts {
  readonly newFeedback: boolean;
  readonly quarantine: boolean;
}

/**
 * Returns when the next digest mail is due, after `after`: at 8:00 in the time zone of the person. If only a weekly one is
 * wanted, on Monday.
 */
export function nextDigestMailAt(settings: Schedule, after: Date): Date {
  const calendar = calendarOf(settings.timeZone);
  for (let date = calendar.dateAt(after); ; date = addDays(date, 1)) {
    const at = calendar.timeOn(date, DIGEST_MAIL_HOUR);
    const { newFeedback, quarantine } = digestMailParts(settings, at);
    if (at > after && (newFeedback || quarantine)) return at;
  }
}

/**
 * Returns when the first period of new feedback starts for someone who turns mail about it on at `now`: the day or week
 * of the first digest mail, or `now` for mail at once.
 */
export function firstPeriodStart(settings: Schedule, now: Date): Date {
  const { newFeedbackMail, timeZone } = settings;
  if (newFeedbackMail !== 'daily' && newFeedbackMail !== 'weekly') return now;
  const calendar = calendarOf(timeZone);
  const first = calendar.dateAt(nextDigestMailAt({ ...settings, quarantineMail: 'off' }, now));
  return calendar.timeOn(addDays(first, -digestMailDays(settings)), DIGEST_MAIL_HOUR);
}

/** Returns what the digest mail contains that is due at `dueAt`. */
export function digestMailParts(
  { newFeedbackMail, quarantineMail, timeZone }: Schedule,
  dueAt: Date,
): DigestMailParts {
  const isWeekly = newFeedbackMail === 'weekly' && isMonday(calendarOf(timeZone).dateAt(dueAt));
  return { newFeedback: newFeedbackMail === 'daily' || isWeekly, quarantine: quarantineMail === 'daily' };
}

/** The days of new feedback in digest mail. */
export const digestMailDays = ({ newFeedbackMail }: Schedule): number =>
  newFeedbackMail === 'weekly' ? 7 : 1;

/** By time zone, because creating one takes much longer than using it. */
const calendars = new Map<string, Calendar>();

function calendarOf(timeZone: string): Calendar {
  let calendar = calendars.get(timeZone);
  if (!calendar) calendars.set(timeZone, (calendar = new Calendar(timeZone)));
  return calendar;
}
