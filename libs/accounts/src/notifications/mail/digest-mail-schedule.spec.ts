import { digestMailParts, nextDigestMailAt, firstPeriodStart } from './digest-mail-schedule';

const DAILY = { newFeedbackMail: 'daily', quarantineMail: 'off' } as const;
const WEEKLY = { newFeedbackMail: 'weekly', quarantineMail: 'off' } as const;

const next = (timeZone: string, after: string, settings: typeof DAILY | typeof WEEKLY = DAILY) =>
  nextDigestMailAt({ ...settings, timeZone }, new Date(after)).toISOString();

/** notifications.md 6 */
describe('nextDigestMailAt', () => {
  it.each([
    ['UTC', '2026-03-04T07:59:59.999Z', '2026-03-04T08:00:00.000Z'],
    ['UTC', '2026-03-04T08:00:00.000Z', '2026-03-05T08:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-04T00:00:00.000Z', '2026-03-04T02:15:00.000Z'],
    ['Asia/Kathmandu', '2026-03-04T20:00:00.000Z', '2026-03-05T02:15:00.000Z'],
    ['Pacific/Apia', '2026-03-04T00:00:00.000Z', '2026-03-04T19:00:00.000Z'],
    ['Pacific/Apia', '2026-03-04T19:00:00.000Z', '2026-03-05T19:00:00.000Z'],
    ['Pacific/Honolulu', '2026-03-04T00:00:00.000Z', '2026-03-04T18:00:00.000Z'],
    // Apia skipped December 30, 2011, at the date line.
    ['Pacific/Apia', '2011-12-29T20:00:00.000Z', '2011-12-30T18:00:00.000Z'],
  ])('in %s after %s: %s', (timeZone, after, at) => {
    expect(next(timeZone, after)).toBe(at);
  });

  it.each([
    // Clocks are set forward on March 29, 2026, and back on October 25, 2026.
    ['2026-03-28T06:00:00.000Z', '2026-03-28T07:00:00.000Z'],
    ['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['2026-03-29T00:30:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25T07:00:00.000Z'],
    ['2026-10-25T07:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  ])('in Berlin, when clocks change, after %s: %s', (after, at) => {
    expect(next('Europe/Berlin', after)).toBe(at);
  });

  it('is on Monday if only a weekly digest mail is wanted', () => {
    expect(next('UTC', '2026-03-04T00:00:00.000Z', WEEKLY)).toBe('2026-03-09T08:00:00.000Z');
    expect(next('UTC', '2026-03-09T08:00:00.000Z', WEEKLY)).toBe('2026-03-16T08:00:00.000Z');
    // It is Sunday in UTC.
    expect(next('Pacific/Apia', '2026-03-08T00:00:00.000Z', WEEKLY)).toBe('2026-03-08T19:00:00.000Z');
  });

  it('always is at 8:00, once a day, for a year', () => {
    for (const timeZone of [
      'America/Los_Angeles',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Africa/Casablanca',
    ]) {
      const hour = new Intl.DateTimeFormat('en', {
        timeZone,
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      });
      let at = new Date('2026-01-01T00:00:00.000Z');
      for (let day = 0; day < 365; day++) {
        const following = nextDigestMailAt({ ...DAILY, timeZone }, at);
        expect(hour.format(following)).toBe('08:00');
        expect(following.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        at = following;
      }
    }
  });
});

describe('digestMailParts', () => {
  const MONDAY = new Date('2026-03-09T08:00:00.000Z');
  const TUESDAY = new Date('2026-03-10T08:00:00.000Z');

  it.each([
    ['daily', 'off', TUESDAY, true, false],
    ['daily', 'daily', TUESDAY, true, true],
    ['weekly', 'daily', TUESDAY, false, true],
    ['weekly', 'daily', MONDAY, true, true],
    ['off', 'daily', MONDAY, false, true],
    ['immediately', 'daily', MONDAY, false, true],
  ] as const)(
    'new feedback %s, quarantine %s, at %s',
    (newFeedbackMail, quarantineMail, at, news, waiting) => {
      const parts = digestMailParts({ newFeedbackMail, quarantineMail, timeZone: 'UTC' }, at);
      expect(parts).toEqual({ newFeedback: news, quarantine: waiting });
    },
  );
});

describe('firstPeriodStart', () => {
  const settings = { newFeedbackMail: 'daily', quarantineMail: 'daily', timeZone: 'Europe/Berlin' } as const;

  it.each([
    // Tuesday, 11:00 in Berlin: the first digest mail is on Wednesday, or the next Monday.
    ['daily', '2026-03-10T10:00:00.000Z', '2026-03-10T07:00:00.000Z'],
    ['daily', '2026-03-10T06:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['weekly', '2026-03-10T10:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    // Clocks change on March 29.
    ['daily', '2026-03-28T10:00:00.000Z', '2026-03-28T07:00:00.000Z'],
    ['immediately', '2026-03-10T10:00:00.000Z', '2026-03-10T10:00:00.000Z'],
    ['off', '2026-03-10T10:00:00.000Z', '2026-03-10T10:00:00.000Z'],
  ] as const)('with %s, at %s: %s', (newFeedbackMail, now, start) =>
    expect(firstPeriodStart({ ...settings, newFeedbackMail }, new Date(now))).toEqual(new Date(start)),
  );
});
