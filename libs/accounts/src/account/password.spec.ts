import type { Issue } from '@libs/kernel';
import { normalized, passwordIn } from './password';

const context = { accountNames: ['Acme Inc.'], email: 'ada.lovelace+fb@mail.example.com' };
const common = new Set(['password', 'sunshine', 'dragon', 'qwertyuiop12']);
const errorMessage = (password: string, passwordContext = context) => {
  const issues: Issue[] = [];
  passwordIn(password, passwordContext, common, issues);
  expect(issues.length).toBeLessThanOrEqual(1);
  return issues[0]?.message ?? null;
};

/** dashboard.md 4 */
describe('passwordIn', () => {
  it('rejects common passwords, also repeated or with other characters around', () => {
    for (const known of [
      'qwertyuiop12',
      'QwertyUIOP12',
      'password1234',
      'Password-2026!',
      '!!!sunshine!!!',
      'dragondragon',
      'DragonDragonDragon',
    ]) {
      expect([known, errorMessage(known)]).toEqual([
        known,
        'Invalid value for password: must not be a common password',
      ]);
    }
    for (const valid of ['my dragon eats sunshine', 'password of the month', 'dragon 84726153 x']) {
      expect([valid, errorMessage(valid)]).toEqual([valid, null]);
    }
  });

  it('requires 12 to 128 code points, counted after NFC', () => {
    expect(errorMessage('k7#mVq2!xLp9')).toBeNull();
    expect(errorMessage('k7#mVq2!xLp')).toBe('Field is too short: password (minimum 12 characters)');
    expect(errorMessage(`${'😀🎉🚀✨'.repeat(32)}`)).toBeNull();
    expect(errorMessage(`${'😀🎉🚀✨'.repeat(32)}.`)).toBe(
      'Field is too long: password (maximum 128 characters)',
    );
    expect(errorMessage('e\u0301a\u0301o\u0301u\u0301i\u0301k7')).toBe(
      'Field is too short: password (minimum 12 characters)',
    );
  });

  it('returns the password in NFC, otherwise unchanged', () => {
    expect(passwordIn('  Cafe\u0301 and TEA  ', context, common, [])).toBe('  Caf\u00e9 and TEA  ');
  });

  it('rejects passwords with the account name or parts of the email address', () => {
    const rule =
      'Invalid value for password: must not contain the account name or parts of the email address';
    const rejected = [
      'acme-inc-2026!',
      'My AcmeInc 9x7',
      'xx Lovelace 1815',
      'ada.lovelace+fb',
      'k7#mVq2!Mail',
      'example12345!',
    ];
    for (const password of rejected) expect(errorMessage(password)).toBe(rule);
    expect(errorMessage('adamant quartz 7')).toBeNull();
    expect(errorMessage('aa bb cc dd ee', { accountNames: ['...'], email: 'a@b.cd' })).toBeNull();
  });

  it('rejects sequences and few different characters', () => {
    for (const password of ['aaaaaaaaaaaa', '121212121212', 'abcdefghijkl', 'lkjihgfedcba', 'aabbccaabbcc']) {
      expect(errorMessage(password)).toBe('Invalid value for password: must not be easy to guess');
    }
  });

  it('takes little time for any length of input', () => {
    const marks = `a${'\u0300'.repeat(60_000)}${'\u0323'.repeat(60_000)}`;
    const start = process.cpuUsage();
    expect(errorMessage(marks)).toBe('Field is too long: password (maximum 128 characters)');
    for (const passwordContext of [
      { ...context, accountNames: [marks] },
      { ...context, email: `${marks}@example.org` },
    ]) {
      expect(errorMessage('k7#mVq2!xLp9', passwordContext)).toBeNull();
    }
    expect(normalized(marks)).toBe(marks);
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });

  it('accepts 128 code points that are four code points each before NFC', () => {
    const [composed, decomposed] = ['\u1f82', '\u03b1\u0313\u0300\u0345'];
    expect(normalized(decomposed.repeat(128))).toBe(composed.repeat(128));
  });

  it('rejects lone surrogates', () => {
    expect(errorMessage('k7#mVq2!xLp9\ud800')).toBe('Field contains invalid characters: password');
  });
});
