import { SuspiciousIps } from './suspicious-ips';

describe('SuspiciousIps', () => {
  let now: number;
  let suspects: SuspiciousIps;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00Z');
    suspects = new SuspiciousIps(3, () => new Date(now));
  });

  it('suspects an IP address after the allowed submissions within an hour', () => {
    for (let i = 0; i < 3; i++) {
      expect(suspects.has('192.0.2.1')).toBe(false);
      suspects.note('192.0.2.1', null);
    }
    expect(suspects.has('192.0.2.1')).toBe(true);
    expect(suspects.has('192.0.2.2')).toBe(false);
    now += 3_599_999;
    expect(suspects.has('192.0.2.1')).toBe(true);
    now += 1;
    expect(suspects.has('192.0.2.1')).toBe(false);
    suspects.note('192.0.2.1', null);
    expect(suspects.has('192.0.2.1')).toBe(false);
  });

  it.each(['honeypot_filled', 'token_missing', 'token_forged'] as const)(
    'suspects an IP address after the third submission that only bots send: %s',
    (reason) => {
      suspects = new SuspiciousIps(100, () => new Date(now));
      for (let i = 0; i < 2; i++) suspects.note('192.0.2.1', reason);
      suspects.note('192.0.2.1', null);
      expect(suspects.has('192.0.2.1')).toBe(false);
      suspects.note('192.0.2.1', reason);
      suspects.note('192.0.2.1', null);
      expect(suspects.has('192.0.2.1')).toBe(true);
      now += 3_600_000;
      expect(suspects.has('192.0.2.1')).toBe(false);
    },
  );

  it.each(['token_too_young', 'token_too_old', 'proof_missing'] as const)(
    'does not suspect an office for reasons that people cause: %s',
    (reason) => {
      suspects = new SuspiciousIps(100, () => new Date(now));
      for (let i = 0; i < 99; i++) suspects.note('192.0.2.1', reason);
      expect(suspects.has('192.0.2.1')).toBe(false);
    },
  );

  it('suspects every IP address if no submissions are allowed', () => {
    expect(new SuspiciousIps(0, () => new Date(now)).has('192.0.2.1')).toBe(true);
  });

  it('counts an IPv6 /64 network as one address', () => {
    for (let i = 0; i < 3; i++) suspects.note('2001:db8:0:1::1', 'token_missing');
    expect(suspects.has('2001:db8:0:1:ffff::9')).toBe(true);
    expect(suspects.has('2001:db8:0:2::1')).toBe(false);
  });

  it('drops the oldest entry when it is full', () => {
    suspects = new SuspiciousIps(1, () => new Date(now));
    for (let i = 0; i <= 50_000; i++) suspects.note(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, null);
    expect(suspects.has('10.0.0.0')).toBe(false);
    expect(suspects.has('10.0.0.1')).toBe(true);
    expect(suspects.has('10.0.195.80')).toBe(true);
  });
});
