import { Secret } from 'otpauth';
import { isTotpCode, issuerOf, newTotpSecret, stepOf, totpUrl } from './totp';

/** second-factor.md 4 */
describe('stepOf', () => {
  /** The secret of RFC 6238, appendix B. */
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  const at = (seconds: number) => new Date(seconds * 1000);

  // The last six of the eight digits in the RFC.
  it.each([
    [59, '287082', 0x1],
    [1111111109, '081804', 0x23523ec],
    [1111111111, '050471', 0x23523ed],
    [1234567890, '005924', 0x273ef07],
    [2000000000, '279037', 0x3f940aa],
    [20000000000, '353130', 0x27bc86aa],
  ])('accepts the code of RFC 6238 at %d seconds', (seconds, code, step) => {
    expect(stepOf(secret, code, at(seconds))).toBe(step);
  });

  it('accepts the code of one step before and after, and no other', () => {
    const code = '050471';
    const start = 0x23523ed * 30;
    const times = [-31, -30, -1, 0, 29, 30, 59, 60];
    const accepted = times.filter((seconds) => stepOf(secret, code, at(start + seconds)) === 0x23523ed);
    expect(accepted).toEqual([-30, -1, 0, 29, 30, 59]);
  });

  it('rejects another code', () => {
    expect(stepOf(secret, '050472', at(1111111111))).toBeNull();
  });

  it('tells six digits from recovery codes', () => {
    for (const code of ['000000', '123456']) expect(isTotpCode(code)).toBe(true);
    for (const code of ['12345', '1234567', '12345a', '', '１２３４５６'])
      expect(isTotpCode(code)).toBe(false);
  });
});

/** second-factor.md 1 */
describe('newTotpSecret and totpUrl', () => {
  it('create a secret of 160 bits that is different each time', () => {
    const secrets = new Set(Array.from({ length: 100 }, newTotpSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  // Apps read the part of the label before its first colon as the issuer.
  it.each([
    ['https://feedback.example.com', 'feedback.example.com'],
    ['http://localhost:3000', 'localhost'],
    ['http://192.0.2.1:8080', '192.0.2.1'],
    ['http://[2001:db8::1]:3000', '2001-db8--1'],
  ])('have no colon in the issuer of %s', (publicUrl, issuer) => {
    expect(issuerOf(publicUrl)).toBe(issuer);
  });

  it('put everything that an authenticator app needs in the URL', () => {
    const url = new URL(totpUrl('A'.repeat(32), 'feedback.example.com', 'ada+1@example.com'));
    expect(url.href.split('?')[0]).toBe('otpauth://totp/feedback.example.com:ada%2B1%40example.com');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'feedback.example.com',
      secret: 'A'.repeat(32),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
