import { SuspiciousIps } from './suspicious-ips';

describe('SuspiciousIps', () => {
  let now: number;
  let suspiciousIps: SuspiciousIps;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00Z');
    suspiciousIps = new SuspiciousIps(3, () => new Date(now));
  });

  it('suspects an IP address after the allowed submissions within an hour', () => {
    for (let i = 0; i < 3; i++) {
      expect(suspiciousIps.has('192.0.2.1')).toBe(false);
      suspiciousIps.record('192.0.2.1', null);
    }
    expect(suspiciousIps.has('192.0.2.1')).toBe(true);
    expect(suspiciousIps.has('192.0.2.2')).toBe(false);
    now += 3_599_999;
    expect(suspiciousIps.has('192.0.2.1')).toBe(true);
    now += 1;
    expect(suspiciousIps.has('192.0.2.1')).toBe(false);
    suspiciousIps.record('192.0.2.1', null);
    expect(suspiciousIps.has('192.0.2.1')).toBe(false);
  });

  it.each(['honeypot_filled', 'token_missing', 'token_forged'] as const)(
    'suspects an IP address after the third submission that only bots send: %s',
    (reason) => {
      suspiciousIps = new SuspiciousIps(100, () => new Date(now));
      for (let i = 0; i < 2; i++) suspiciousIps.record('192.0.2.1', reason);
      suspiciousIps.record('192.0.2.1', null);
      expect(suspiciousIps.has('192.0.2.1')).toBe(false);
      suspiciousIps.record('192.0.2.1', reason);
      suspiciousIps.record('192.0.2.1', null);
      expect(suspiciousIps.has('192.0.2.1')).toBe(true);
      now += 3_600_000;
      expect(suspiciousIps.has('192.0.2.1')).toBe(false);
    },
  );

  it.each(['token_too_young', 'token_too_old', 'proof_missing'] as const)(
    'does not suspect an office for reasons that people cause: %s',
    (reason) => {
      suspiciousIps = new SuspiciousIps(100, () => new Date(now));
      for (let i = 0; i < 99; i++) suspiciousIps.record('192.0.2.1', reason);
      expect(suspiciousIps.has('192.0.2.1')).toBe(false);
    },
  );

  it('suspects every IP address if no submissions are allowed', () => {
    expect(new SuspiciousIps(0, () => new Date(now)).has('192.0.2.1')).toBe(true);
  });

  it('counts an IPv6 /64 network as one address', () => {
    for (let i = 0; i < 3; i++) suspiciousIps.record('2001:db8:0:1::1', 'token_missing');
    expect(suspiciousIps.has('2001:db8:0:1:ffff::9')).toBe(true);
    expect(suspiciousIps.has('2001:db8:0:2::1')).toBe(false);
  });

  it('drops the oldest entry when it is full', () => {
    suspiciousIps = new SuspiciousIps(1, () => new Date(now));
    for (let i = 0; i <= 50_000; i++)
      suspiciousIps.record(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, null);
    expect(suspiciousIps.has('10.0.0.0')).toBe(false);
    expect(suspiciousIps.has('10.0.0.1')).toBe(true);
    expect(suspiciousIps.has('10.0.195.80')).toBe(true);
  });
});
