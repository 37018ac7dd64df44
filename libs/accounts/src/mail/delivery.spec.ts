import { mailOutcome } from './delivery';

const NOW = new Date('2026-03-03T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const FAR = after(1_000_000);

/** mail.md 3 */
describe('mailOutcome', () => {
  const unavailable = { state: 'unavailable', reason: '451' } as const;
  const deferred = { state: 'deferred', reason: '451' } as const;

  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 600],
    [400, 600],
  ])('repeats attempt %i after %i seconds', (attempt, seconds) => {
    for (const result of [unavailable, deferred])
      expect(mailOutcome({ attempt, expiresAt: FAR }, result, NOW)).toEqual({
        status: 'pending',
        dueAt: after(seconds),
        reason: '451',
      });
  });

  it('does not repeat what the server rejects', () => {
    const rejected = { state: 'rejected', reason: '550' } as const;
    expect(mailOutcome({ attempt: 1, expiresAt: FAR }, rejected, NOW)).toEqual({
      status: 'failed',
      reason: '550',
    });
  });

  it('drops a message that would be sent when it is no longer valid', () => {
    const expired = { status: 'expired', reason: '451' };
    expect(mailOutcome({ attempt: 1, expiresAt: after(5) }, unavailable, NOW)).toEqual(expired);
    expect(mailOutcome({ attempt: 1, expiresAt: after(6) }, unavailable, NOW).status).toBe('pending');
  });

  it('is sent, whatever the number of the attempt', () => {
    expect(mailOutcome({ attempt: 99, expiresAt: NOW }, { state: 'sent' }, NOW)).toEqual({ status: 'sent' });
  });
});
