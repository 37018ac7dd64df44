import { parse } from '@libs/kernel';
import fc from 'fast-check';
import { API_KEY_PATTERN, isWellFormedApiKey, maskedKey, newApiKey, newSecret } from './api-key';
import { newApiKeyRule } from './api-key.rules';
import { digestOf } from '../secret-digest';
import { anAccount, idAt } from '../../testing';

const VECTOR = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

/** api-keys.md 1 */
describe('newSecret', () => {
  it('has the format of the test vector in the contract', () => {
    expect(isWellFormedApiKey(VECTOR)).toBe(true);
    expect(digestOf(VECTOR).toString('hex')).toBe(
      'e46887286cba3e68c9d1d517d96db6f61826345ea0ef0f28b5fa79a466c1f2e2',
    );
    expect(maskedKey({ lastFour: VECTOR.slice(-4) })).toBe('fb_live_…cjrI');
  });

  it('returns a new, well-formed secret each time, from the whole alphabet', () => {
    const secrets = Array.from({ length: 500 }, () => newSecret());
    expect(new Set(secrets).size).toBe(500);
    for (const secret of secrets) {
      expect(secret).toMatch(API_KEY_PATTERN);
      expect(isWellFormedApiKey(secret)).toBe(true);
    }
    expect(new Set(secrets.map((secret) => secret.slice(8, 40)).join('')).size).toBe(62);
  });

  it('skips bytes that would make some letters more likely', () => {
    const bytes = [255, 248, 247, 0, 61];
    const secret = newSecret(() => Uint8Array.of(bytes.shift() ?? 10));
    expect(secret.slice(8, 40)).toBe(`z0z${'A'.repeat(29)}`);
  });

  it('is not well-formed if any character is changed', () => {
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

describe('newApiKey', () => {
  const now = new Date('2026-03-03T10:00:00Z');
  const make = (fields: object = {}, expiresAt: Date | null = null) => {
    const input = parse(newApiKeyRule, { name: 'Website', permission: 'full', ...fields });
    return newApiKey(anAccount().id, input, { id: idAt(now), createdBy: null }, expiresAt, now);
  };

  it('has no expiry and no origins by default, and does not contain the secret', () => {
    const { key, secret } = make();
    expect(key).toMatchObject({ name: 'Website', permission: 'full', allowedOrigins: [], createdAt: now });
    expect(key).toMatchObject({ expiresAt: null, revokedAt: null, lastUsedAt: null });
    expect(key.digest).toEqual(digestOf(secret));
    expect(Object.values(key).map(String).join()).not.toContain(secret);
    expect(secret.endsWith(key.lastFour)).toBe(true);
  });

  it('rejects an expiry that is not in the future', () => {
    const next = new Date(now.getTime() + 1);
    expect(make({}, next).key.expiresAt).toEqual(next);
    for (const expiresAt of [now, new Date(0), new Date(NaN)]) {
      expect(() => make({}, expiresAt)).toThrow('Invalid value for expires_at: must be in the future');
    }
  });

  it('requires origins for a submit key, and rejects them for others', () => {
    const allowed_origins = ['https://a.example'];
    expect(make({ permission: 'submit', allowed_origins }).key.allowedOrigins).toEqual(allowed_origins);
    for (const permission of ['full', 'read']) {
      const origins = () => make({ permission, allowed_origins });
      expect(origins).toThrow('Invalid value for allowed_origins: only a submit key can have origins');
    }
    for (const fields of [{}, { allowed_origins: [] }]) {
      const makeWithoutOrigins = () => make({ permission: 'submit', ...fields });
      expect(makeWithoutOrigins).toThrow(
        'Invalid value for allowed_origins: a submit key must have at least one origin',
      );
    }
    const late = () => make({ permission: 'submit', allowed_origins }, now);
    const issues = [expect.objectContaining({ param: 'expires_at' })];
    expect(late).toThrow(expect.objectContaining({ kind: 'validation', facts: { issues } }));
  });
});
