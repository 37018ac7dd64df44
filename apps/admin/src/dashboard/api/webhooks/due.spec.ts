import { isDueSoon } from './due';

const NOW = new Date('2026-03-03T10:00:00Z');

describe('isDueSoon', () => {
  it.each([
    ['queued', '2026-03-03T09:59:59Z', true],
    ['being sent', '2026-03-03T10:00:30Z', true],
    ['repeated in five minutes', '2026-03-03T10:04:00Z', false],
    ['finished', null, false],
  ])('of a delivery that is %s', (_, next_attempt_at, expected) =>
    expect(isDueSoon({ next_attempt_at }, NOW)).toBe(expected),
  );
});
