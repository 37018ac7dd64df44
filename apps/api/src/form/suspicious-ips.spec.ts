import { InMemoryRateLimitStore } from '@libs/accounts';
import { SuspiciousIps } from './suspicious-ips';

describe('SuspiciousIps', () => {
  let now: number;
  let suspiciousIps: SuspiciousIps;
  const suspectedAfter = (threshold: number) =>
    new SuspiciousIps(threshold, new InMemoryRateLimitStore(() => new Date(now)));
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00Z');
    suspiciousIps = suspectedAfter(3);
  });

  it('suspects an IP address after the allowed submissions within an hour', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
      await suspiciousIps.record('192.0.2.1', null);
    }
    expect(await suspiciousIps.has('192.0.2.1')).toBe(true);
    expect(await suspiciousIps.has('192.0.2.2')).toBe(false);
    now += 3_599_999;
    expect(await suspiciousIps.has('192.0.2.1')).toBe(true);
    now += 1;
    expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
    await suspiciousIps.record('192.0.2.1', null);
    expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
  });

  it.each(['honeypot_filled', 'token_missing', 'token_forged'] as const)(
    'suspects an IP address after the third submission that only bots send: %s',
    async (reason) => {
      suspiciousIps = suspectedAfter(100);
      for (let i = 0; i < 2; i++) await suspiciousIps.record('192.0.2.1', reason);
      await suspiciousIps.record('192.0.2.1', null);
      expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
      await suspiciousIps.record('192.0.2.1', reason);
      await suspiciousIps.record('192.0.2.1', null);
      expect(await suspiciousIps.has('192.0.2.1')).toBe(true);
      now += 3_600_000;
      expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
    },
  );

  it.each(['token_too_young', 'token_too_old', 'proof_missing'] as const)(
    'does not suspect an office for reasons that people cause: %s',
    async (reason) => {
      suspiciousIps = suspectedAfter(100);
      for (let i = 0; i < 99; i++) await suspiciousIps.record('192.0.2.1', reason);
      expect(await suspiciousIps.has('192.0.2.1')).toBe(false);
    },
  );

  it('suspects every IP address if no submissions are allowed', async () => {
    expect(await suspectedAfter(0).has('192.0.2.1')).toBe(true);
  });

  it('counts an IPv6 /64 network as one address', async () => {
    for (let i = 0; i < 3; i++) await suspiciousIps.record('2001:db8:0:1::1', 'token_missing');
    expect(await suspiciousIps.has('2001:db8:0:1:ffff::9')).toBe(true);
    expect(await suspiciousIps.has('2001:db8:0:2::1')).toBe(false);
  });
});
