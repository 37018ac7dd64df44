import { parse, type DomainError } from '@libs/kernel';
import { isOrigin, newApiKeyRule, rotationRule } from './api-key.rules';

/** api-keys.md 3 */
describe('isOrigin', () => {
  it('accepts origins exactly as browsers send them', () => {
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

const read = (fields: object = {}) =>
  parse(newApiKeyRule, { name: 'Website', permission: 'full', ...fields });

/** api-keys.md 1 */
describe('newApiKeyRule', () => {
  it('trims the name and removes duplicate origins', () => {
    const allowed_origins = ['https://a.example', 'https://b.example', 'https://a.example'];
    expect(read({ name: '  Website ', permission: 'submit', allowed_origins })).toEqual({
      name: 'Website',
      permission: 'submit',
      allowed_origins: allowed_origins.slice(0, 2),
    });
  });

  it('reports every error', () => {
    expect(() => read({ name: ' ', permission: 'all', allowed_origins: ['*'], expires_in_days: 1 })).toThrow(
      expect.objectContaining({
        kind: 'validation',
        code: 'invalid_value',
        facts: {
          issues: [
            expect.objectContaining({ param: 'permission' }),
            { param: 'name', code: 'empty_value', message: 'Field must not be empty: name' },
            expect.objectContaining({ param: 'allowed_origins', code: 'invalid_value' }),
            expect.objectContaining({ param: 'expires_in_days', code: 'invalid_value' }),
          ],
        },
      }),
    );
  });

  it('reports errors of the origins together with those of other fields', () => {
    const params = (fields: object) => {
      try {
        read(fields);
        return [];
      } catch (error) {
        return (error as DomainError).facts.issues!.map(({ param }) => param);
      }
    };
    expect(params({ name: '', permission: 'submit', allowed_origins: [] })).toEqual([
      'name',
      'allowed_origins',
    ]);
    expect(params({ name: '', allowed_origins: ['https://a.example'] })).toEqual(['name', 'allowed_origins']);
    expect(params({ permission: 'all', allowed_origins: ['https://a.example'] })).toEqual(['permission']);
  });

  it.each<[object, string]>([
    [
      { allowed_origins: ['https://a.example/'] },
      'Invalid value for allowed_origins: each must be an origin as browsers send it',
    ],
    [
      { allowed_origins: Array.from({ length: 21 }, (_, i) => `https://a${i}.example`) },
      'Invalid value for allowed_origins: must have at most 20 origins',
    ],
    [{ allowed_origins: [5] }, 'Field must be an array of strings: allowed_origins'],
    [{ allowed_origins: 'https://a.example' }, 'Field must be an array of strings: allowed_origins'],
    [{ name: 'x'.repeat(101) }, 'Field is too long: name (maximum 100 characters)'],
    [{ name: 'a\nb' }, 'Field contains invalid characters: name (line break)'],
    [{ expires_in_days: '30' }, 'Field must be a number: expires_in_days'],
  ])('rejects %j', (fields, message) => expect(() => read(fields)).toThrow(message));

  it('accepts an expiry of 30, 90, or 365 days, or none', () => {
    for (const days of [30, 90, 365, null]) {
      expect(read({ expires_in_days: days }).expires_in_days).toBe(days);
    }
    expect(newApiKeyRule.fields.expires_in_days.rule.schema).toEqual({
      type: ['number', 'null'],
      enum: [30, 90, 365, null],
    });
    for (const days of [0, 31, -30, 1e308, Number.NaN]) {
      expect(() => read({ expires_in_days: days })).toThrow(
        'Invalid value for expires_in_days: must be one of 30, 90, 365',
      );
    }
  });
});

/** api-keys.md 5 */
describe('rotationRule', () => {
  it('accepts the offered overlaps only', () => {
    for (const overlap_seconds of [0, 3600, 86_400, 604_800]) {
      expect(parse(rotationRule, { overlap_seconds })).toEqual({ overlap_seconds });
    }
    for (const overlap_seconds of [-1, 1, Number.NaN, 3601]) {
      expect(() => parse(rotationRule, { overlap_seconds })).toThrow(
        'Invalid value for overlap_seconds: must be one of 0, 3600, 86400, 604800',
      );
    }
  });
});
