import type { NotificationSettings } from '@libs/contract';

/** The time zone of someone who has not chosen one. */
const UNKNOWN = 'UTC';

/** Whether the person gets messages at a time of the day. */
export const hasDigestMail = (
  settings: Pick<NotificationSettings, 'new_feedback_mail' | 'quarantine_mail'>,
): boolean =>
  ['daily', 'weekly'].includes(settings.new_feedback_mail) || settings.quarantine_mail === 'daily';

/** Adds the time zone of the browser to the change with which a person first chooses digest mail. */
export function withTimeZone(
  settings: NotificationSettings,
  changed: Partial<NotificationSettings>,
  browserTimeZone: string,
): Partial<NotificationSettings> {
  const isFirst = !hasDigestMail(settings) && hasDigestMail({ ...settings, ...changed });
  return isFirst && settings.time_zone === UNKNOWN ? { ...changed, time_zone: browserTimeZone } : changed;
}

/** The names of all time zones, with the current one, which can be an older name. */
export function timeZones(current: string): readonly string[] {
  return [...new Set([UNKNOWN, current, ...Intl.supportedValuesOf('timeZone')])].sort();
}
