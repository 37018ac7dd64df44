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
  it.each(cases)('formats %s as %s', (value, expected) =>
    expect(formatRelativeTime(value, NOW, 'just now')).toBe(expected),
  );
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
