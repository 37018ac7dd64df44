import { formatRelativeTime } from './format-time';

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
