import { MAIL_RETRY_SECONDS, mailOutcome } from './mail';

const NOW = new Date('2026-03-03T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const FAR = after(1_000_000);

/** mail.md 3 */
describe('mailOutcome', () => {
  const unavailable = { state: 'unavailable', reason: '451' } as const;

  it('repeats attempts after 5 seconds to 24 hours, and then drops the message', () => {
    expect(MAIL_RETRY_SECONDS[0]).toBe(5);
    expect(MAIL_RETRY_SECONDS.at(-1)).toBe(86_400);
    for (const [i, seconds] of MAIL_RETRY_SECONDS.entries()) {
      expect(mailOutcome({ attempt: i + 1, expiresAt: FAR }, unavailable, NOW)).toEqual({
        status: 'pending',
        dueAt: after(seconds),
        reason: '451',
      });
    }
    const last = { attempt: MAIL_RETRY_SECONDS.length + 1, expiresAt: FAR };
    expect(mailOutcome(last, unavailable, NOW)).toEqual({ status: 'failed', reason: '451' });
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
