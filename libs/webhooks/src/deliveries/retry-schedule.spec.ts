import { nextAttemptAt } from './retry-schedule';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds before the second and later attempts. */
const WAITS = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];

const waitOf = (attempts: number, random = 0.5, retryAfter: number | null = null) => {
  const next = nextAttemptAt(attempts, NOW, random, retryAfter);
  return next && (next.getTime() - NOW.getTime()) / 1000;
};

/** webhooks.md 2 */
describe('nextAttemptAt', () => {
  it.each(WAITS.map((wait, i) => [i + 1, wait]))(
    'waits after attempt %i for %i seconds ± 20%',
    (attempts, wait) => {
      expect(waitOf(attempts)).toBeCloseTo(wait);
      expect(waitOf(attempts, 0)).toBeCloseTo(0.8 * wait);
      expect(waitOf(attempts, 1)).toBeCloseTo(1.2 * wait);
    },
  );

  it('allows 10 attempts in 75.6 hours', () => {
    expect(waitOf(10)).toBeNull();
    expect(waitOf(10, 0.5, DAY)).toBeNull();
    expect(waitOf(11)).toBeNull();
    const total = WAITS.reduce((sum, _, i) => sum + waitOf(i + 1)!, 0);
    expect((total / HOUR).toFixed(1)).toBe('75.6');
  });

  it('waits as long as the endpoint asks for, up to a day, and never shorter than usual', () => {
    expect(waitOf(1, 0.5, 60)).toBe(60);
    expect(waitOf(2, 0.5, 60)).toBeCloseTo(300);
    expect(waitOf(2, 0.5, 0)).toBeCloseTo(300);
    expect(waitOf(1, 0.5, DAY)).toBe(DAY);
    expect(waitOf(1, 0.5, DAY + 1)).toBe(DAY);
    expect(waitOf(1, 0.5, Infinity)).toBe(DAY);
    expect(waitOf(9, 1, DAY)).toBeCloseTo(1.2 * DAY);
  });
});
