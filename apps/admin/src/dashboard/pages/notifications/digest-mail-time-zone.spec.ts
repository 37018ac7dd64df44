import type { NotificationSettings } from '@libs/contract';
import { timeZones, withTimeZone } from './digest-mail-time-zone';

const SETTINGS: NotificationSettings = {
  new_feedback_in_app: true,
  new_feedback_mail: 'off',
  new_feedback_view: null,
  assigned_mail: 'immediately',
  mentioned_mail: 'immediately',
  service_mail: 'immediately',
  quarantine_mail: 'off',
  time_zone: 'UTC',
};

describe('withTimeZone', () => {
  it('adds the time zone of the browser to the first digest mail only', () => {
    const zone = { time_zone: 'Asia/Kathmandu' };
    const changed = (before: Partial<NotificationSettings>, change: Partial<NotificationSettings>) =>
      withTimeZone({ ...SETTINGS, ...before }, change, 'Asia/Kathmandu');
    const daily = { new_feedback_mail: 'daily' } as const;
    expect(changed({}, daily)).toEqual({ ...daily, ...zone });
    expect(changed({}, { quarantine_mail: 'daily' })).toEqual({ quarantine_mail: 'daily', ...zone });
    expect(changed({}, { new_feedback_mail: 'immediately' })).toEqual({ new_feedback_mail: 'immediately' });
    expect(changed({ quarantine_mail: 'daily' }, daily)).toEqual(daily);
    expect(changed({ time_zone: 'Europe/Berlin' }, daily)).toEqual(daily);
  });
});

describe('timeZones', () => {
  it('has the current one once', () => {
    expect(timeZones('UTC').filter((name) => name === 'UTC')).toHaveLength(1);
    expect(timeZones('US/Pacific')).toEqual(expect.arrayContaining(['US/Pacific', 'Europe/Berlin', 'UTC']));
  });
});
