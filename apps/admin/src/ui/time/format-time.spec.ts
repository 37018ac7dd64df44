import { formatDate, formatDateTime, formatExactTime, formatRelativeTime, formatTime } from './format-time';

const NOW = new Date('2026-03-03T12:00:00Z');

describe('formatRelativeTime', () => {
  const cases: [string, string][] = [
    ['2026-03-03T11:59:30Z', 'just now'],
    ['2026-03-03T12:00:30Z', 'just now'],
    ['2026-03-03T11:55:00Z', '5 min. ago'],
    ['2026-03-03T09:00:00Z', '3 hr. ago'],
    ['2026-03-02T11:00:00Z', 'yesterday'],
    ['2026-03-06T12:00:00Z', 'in 3 days'],
    ['2025-12-24T12:00:00Z', 'Dec 24, 2025'],
  ];
  const format = (value: string) => formatRelativeTime(value, NOW, 'just now');
  it.each(cases)('formats %s as %s', (value, expected) => expect(format(value)).toBe(expected));

  it('writes minutes, hours, and days as Intl does', () => {
    const intl = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
    const units = [
      ['minute', 60, 59],
      ['hour', 3_600, 23],
      ['day', 86_400, 29],
    ] as const;
    for (const [unit, seconds, max] of units) {
      for (const distance of Array.from({ length: max }, (_, n) => n + 1).flatMap((n) => [n, -n])) {
        const value = new Date(NOW.getTime() + distance * seconds * 1_000).toISOString();
        expect(format(value)).toBe(intl.format(distance, unit));
      }
    }
  });
});

describe('dates and times', () => {
  const HOUR_MS = 3_600_000;
  const times = Array.from(
    { length: 366 * 2 },
    (_, n) => new Date(Date.UTC(2027, 0, 1, 0, 4, 9) + n * 13 * HOUR_MS),
  );

  it.each<[string, (value: string) => string, Intl.DateTimeFormatOptions]>([
    ['formatDateTime', formatDateTime, { dateStyle: 'medium', timeStyle: 'short' }],
    ['formatDate', formatDate, { dateStyle: 'medium' }],
    ['formatTime', formatTime, { timeStyle: 'short' }],
    [
      'formatExactTime',
      formatExactTime,
      { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
    ],
  ])('%s writes them as Intl does, at each hour and in each month', (_name, format, options) => {
    const intl = new Intl.DateTimeFormat('en', options);
    const withUsualSpaces = (text: string) => text.replaceAll('\u202f', ' ');
    expect(times.map((time) => format(time.toISOString()))).toEqual(
      times.map((time) => withUsualSpaces(intl.format(time))),
    );
  });
});
