import { newRecoveryCodes, recoveryDigestOf } from './recovery-codes';

/** second-factor.md 2 */
describe('recovery codes', () => {
  it('are ten different codes of 80 bits, and their digests', () => {
    const { codes, digests } = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(digests).toEqual(codes.map(recoveryDigestOf));
    for (const digest of digests) expect(digest).toHaveLength(32);
  });

  it('match without hyphens, with spaces, in capitals, and with characters that look alike', () => {
    const digest = recoveryDigestOf('0a1b-2c3d-4e5f-6g7h');
    for (const same of [
      '0a1b2c3d4e5f6g7h',
      ' 0A1B 2C3D 4E5F 6G7H ',
      'oaib-2c3d-4e5f-6g7h',
      'OALB2c3d4e5f6g7h',
      '０ａ１ｂ\u20132c3d\u20114e5f\u22126g7h',
    ]) {
      expect([same, recoveryDigestOf(same).equals(digest)]).toEqual([same, true]);
    }
    expect(recoveryDigestOf('0a1b-2c3d-4e5f-6g7j').equals(digest)).toBe(false);
  });
});
