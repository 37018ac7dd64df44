import { Suspects } from './suspects';

describe('Suspects', () => {
  let now: number;
  let suspects: Suspects;
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00Z');
    suspects = new Suspects(3, () => new Date(now));
  });

  it('knows an address by more than a few submissions within the hour', () => {
    for (let i = 0; i < 3; i++) {
      expect(suspects.has('192.0.2.1')).toBe(false);
      suspects.note('192.0.2.1', false);
    }
    expect(suspects.has('192.0.2.1')).toBe(true);
    expect(suspects.has('192.0.2.2')).toBe(false);
    now += 3_599_999;
    expect(suspects.has('192.0.2.1')).toBe(true);
    now += 1;
    expect(suspects.has('192.0.2.1')).toBe(false);
    suspects.note('192.0.2.1', false);
    expect(suspects.has('192.0.2.1')).toBe(false);
  });

  it('knows an address by one that went to quarantine, also when good ones follow', () => {
    suspects.note('192.0.2.1', true);
    suspects.note('192.0.2.1', false);
    expect(suspects.has('192.0.2.1')).toBe(true);
  });

  it('suspects everybody when none are few', () => {
    expect(new Suspects(0, () => new Date(now)).has('192.0.2.1')).toBe(true);
  });

  it('takes a /64 of IPv6 for one address', () => {
    suspects.note('2001:db8:0:1::1', true);
    expect(suspects.has('2001:db8:0:1:ffff::9')).toBe(true);
    expect(suspects.has('2001:db8:0:2::1')).toBe(false);
  });

  it('forgets the oldest instead of growing without end', () => {
    for (let i = 0; i <= 50_000; i++) suspects.note(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, true);
    expect(suspects.has('10.0.0.0')).toBe(false);
    expect(suspects.has('10.0.0.1')).toBe(true);
    expect(suspects.has('10.0.195.80')).toBe(true);
  });
});
