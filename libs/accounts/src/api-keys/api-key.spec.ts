import fc from 'fast-check';
import {
  API_KEY_PATTERN,
  isOrigin,
  isWellFormedApiKey,
  maskedKey,
  newApiKey,
  newSecret,
  type NewApiKey,
} from './api-key';
import { digestOf } from '../digest';
import type { Permission } from '../limits';
import { anAccount, idAt } from '../../testing';

const VECTOR = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

/** api-keys.md 1 */
describe('the secret of a key', () => {
  it('is the test vector of the contract', () => {
    expect(isWellFormedApiKey(VECTOR)).toBe(true);
    expect(digestOf(VECTOR).toString('hex')).toBe(
      'e46887286cba3e68c9d1d517d96db6f61826345ea0ef0f28b5fa79a466c1f2e2',
    );
    expect(maskedKey({ lastFour: VECTOR.slice(-4) })).toBe('fb_live_…cjrI');
  });

  it('is well-formed, new every time, and covers the alphabet', () => {
    const secrets = Array.from({ length: 500 }, () => newSecret());
    expect(new Set(secrets).size).toBe(500);
    for (const secret of secrets) {
      expect(secret).toMatch(API_KEY_PATTERN);
      expect(isWellFormedApiKey(secret)).toBe(true);
    }
    expect(new Set(secrets.map((secret) => secret.slice(8, 40)).join('')).size).toBe(62);
  });

  it('passes over bytes that would favour some letters', () => {
    const bytes = [255, 248, 247, 0, 61];
    const secret = newSecret(() => Uint8Array.of(bytes.shift() ?? 10));
    expect(secret.slice(8, 40)).toBe(`z0z${'A'.repeat(29)}`);
  });

  it('breaks with any one character', () => {
    const mangled = fc.tuple(fc.nat(45), fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(mangled, ([at, character]) => {
        const other = VECTOR.slice(0, at) + character + VECTOR.slice(at + 1);
        return isWellFormedApiKey(other) === (other === VECTOR);
      }),
    );
    for (const text of ['', VECTOR.slice(1), `${VECTOR}I`, `${VECTOR}\n`, VECTOR.replace('live', 'test')]) {
      expect(isWellFormedApiKey(text)).toBe(false);
    }
  });
});

/** api-keys.md 3 */
describe('an origin', () => {
  it('is exactly what a browser sends', () => {
    const right = [
      'https://a.example',
      'http://localhost:5173',
      'https://xn--bcher-kva.example',
      'http://[::1]:8080',
    ];
    for (const origin of right) expect(isOrigin(origin)).toBe(true);
    const wrong = [
      '',
      '*',
      'null',
      'a.example',
      'https://',
      'https://a.example/',
      'https://a.example/x',
      'https://a.example:443',
      'http://a.example:80',
      'HTTPS://a.example',
      'https://A.example',
      'https://bücher.example',
      'ftp://a.example',
      'https://u:p@a.example',
      'https://a.example?x',
      'https://a.example#x',
      ' https://a.example',
      'https://a b',
      'https://a.example:99999',
      'file:///x',
      'javascript:alert(1)',
      `https://${'a'.repeat(400)}.example`,
    ];
    for (const origin of wrong) expect([origin, isOrigin(origin)]).toEqual([origin, false]);
  });
});

describe('a new key', () => {
  const now = new Date('2026-03-03T10:00:00Z');
  const make = (given: Partial<NewApiKey> = {}) =>
    newApiKey(anAccount().id, { name: 'Website', createdBy: null, ...given }, idAt(now), now);

  it('may do everything, for ever, from anywhere, unless told otherwise; its secret is beside it, not in it', () => {
    const { key, secret } = make({ name: '  Website ' });
    expect(key).toMatchObject({ name: 'Website', permission: 'full', allowedOrigins: [], createdAt: now });
    expect(key).toMatchObject({ expiresAt: null, revokedAt: null, lastUsedAt: null });
    expect(key.digest).toEqual(digestOf(secret));
    expect(Object.values(key).map(String).join()).not.toContain(secret);
    expect(secret.endsWith(key.lastFour)).toBe(true);
  });

  it('has origins when it submits, each once', () => {
    const allowedOrigins = ['https://a.example', 'https://b.example', 'https://a.example'];
    expect(make({ permission: 'submit', allowedOrigins }).key.allowedOrigins).toEqual(
      allowedOrigins.slice(0, 2),
    );
  });

  it('refuses an expiry that is not in the future', () => {
    expect(make({ expiresAt: new Date(now.getTime() + 1) }).key.expiresAt).toEqual(
      new Date(now.getTime() + 1),
    );
    for (const expiresAt of [now, new Date(0), new Date(NaN)]) {
      expect(() => make({ expiresAt })).toThrow('Invalid value for expires_at: must be in the future');
    }
  });

  it('names every fault at once', () => {
    const faulty = () =>
      make({ name: ' ', permission: 'all' as Permission, allowedOrigins: ['*'], expiresAt: new Date(0) });
    expect(faulty).toThrow(
      expect.objectContaining({
        kind: 'validation',
        code: 'invalid_value',
        facts: {
          issues: [
            expect.objectContaining({ param: 'permission' }),
            { param: 'name', code: 'empty_value', message: 'Field must not be empty: name' },
            expect.objectContaining({ param: 'allowed_origins', code: 'invalid_value' }),
            expect.objectContaining({ param: 'expires_at', code: 'invalid_value' }),
          ],
        },
      }),
    );
    for (const permission of ['full', 'read'] as const) {
      const origins = () => make({ permission, allowedOrigins: ['https://a.example'] });
      expect(origins).toThrow('Invalid value for allowed_origins: only a submit key has origins');
    }
    expect(() => make({ permission: 'submit', allowedOrigins: ['https://a.example/'] })).toThrow(
      'allowed_origins',
    );
    for (const given of [{}, { allowedOrigins: [] }]) {
      const nowhere = () => make({ permission: 'submit', ...given });
      expect(nowhere).toThrow('Invalid value for allowed_origins: a submit key needs at least one origin');
    }
    const many = Array.from({ length: 21 }, (_, i) => `https://a${i}.example`);
    expect(() => make({ permission: 'submit', allowedOrigins: many })).toThrow('at most 20 origins');
    expect(() => make({ name: 'x'.repeat(101) })).toThrow('Field is too long: name (maximum 100 characters)');
    expect(() => make({ name: 'a\nb' })).toThrow('Field contains invalid characters: name');
  });
});
