import { parse, type Issue } from '@libs/kernel';
import { accountChangeRule, newAccountRule, planChangeRule, signUpRule, slugRule } from './account.rules';

const ada = { name: 'Acme', email: 'ada@example.org', password: 'k7#mVq2!xLp9' };
const common = new Set(['qwertyuiop12']);
const create = (fields: object) => parse(newAccountRule(common), { ...ada, ...fields });
const messages = (slug: unknown) => {
  const issues: Issue[] = [];
  slugRule.read(slug, 'slug', issues);
  return issues.map(({ message }) => message);
};

/** form.md 6 */
describe('slugRule', () => {
  it('accepts 3 to 50 lowercase letters, digits, and single hyphens between them', () => {
    for (const slug of ['abc', 'a-b', '0-0', 'acme-2026', 'a'.repeat(50)]) expect(messages(slug)).toEqual([]);
    const wrong = [
      '',
      'ab',
      'a'.repeat(51),
      'Abc',
      'a--b',
      '-abc',
      'abc-',
      'a_b',
      'a b',
      'äbc',
      'abc\n',
      'a/b',
      'a.b',
    ];
    const message =
      'Invalid value for slug: must be 3 to 50 lowercase letters, digits, and single hyphens between them';
    for (const slug of wrong) expect(messages(slug)).toEqual([message]);
  });

  it('rejects reserved words', () => {
    expect(messages('api')).toEqual(['Invalid value for slug: must not be a reserved word']);
  });
});

/** dashboard.md 7 */
describe('newAccountRule', () => {
  it('trims name and email address', () => {
    expect(create({ name: ' Acme ', email: ' ada@example.org ', plan: 'pro', slug: 'acme-1' })).toEqual({
      ...ada,
      plan: 'pro',
      slug: 'acme-1',
    });
  });

  it('reports every error, including that of the password', () => {
    const invalid = () =>
      create({ name: '\u200b', email: 'ada@localhost', password: 'short', plan: 'gold', slug: 'No Slug' });
    expect(invalid).toThrow(
      expect.objectContaining({
        kind: 'validation',
        code: 'empty_value',
        facts: {
          issues: [
            { param: 'name', code: 'empty_value', message: 'Field must not be empty: name' },
            expect.objectContaining({ param: 'slug', code: 'invalid_value' }),
            {
              param: 'plan',
              code: 'invalid_value',
              message: 'Invalid value for plan: must be one of free, pro',
            },
            { param: 'email', code: 'invalid_format', message: 'Invalid email address: email' },
            expect.objectContaining({ param: 'password', code: 'too_short' }),
          ],
        },
      }),
    );
  });

  it('checks the password against the name and the email address', () => {
    expect(create({ password: 'Cafe\u0301 and TEA' }).password).toBe('Caf\u00e9 and TEA');
    for (const password of ['Acme k7#mVq2!', 'ada@example k7', 'QwertyUIOP12']) {
      expect(() => create({ password })).toThrow('Invalid value for password');
    }
    for (const [password, message] of [
      [5, 'Field must be a string: password'],
      [undefined, 'Missing required field: password'],
    ]) {
      expect(() => create({ password })).toThrow(
        expect.objectContaining({ facts: { issues: [expect.objectContaining({ message })] } }),
      );
    }
  });

  it('rejects invalid email addresses and names that are too long', () => {
    expect(() => create({ name: '😀'.repeat(101) })).toThrow('Field is too long: name');
    for (const email of ['', 'ada', 'a@b', 'a b@c.de', `${'x'.repeat(65)}@example.org`, 'ä@example.org']) {
      expect(() => create({ email })).toThrow('Invalid email address: email');
    }
    expect(() => create({ email: 'a@b.de\0' })).toThrow('Field contains invalid characters: email (U+0000)');
    expect(() => create({ email: `a@${'x'.repeat(250)}.org` })).toThrow('Field is too long: email');
  });

  it('signUpRule does not accept a plan', () => {
    expect(parse(signUpRule(common), ada)).toEqual(ada);
    expect(parse(signUpRule(common), { ...ada, person_name: ' Ada ' })).toEqual({
      ...ada,
      person_name: 'Ada',
    });
    expect(() => parse(signUpRule(common), { ...ada, plan: 'pro' })).toThrow('Unknown field: plan');
    expect(() => parse(signUpRule(common), { ...ada, password: 'short' })).toThrow('Field is too short');
  });
});

describe('rules of changes', () => {
  it('accountChangeRule accepts the name, and rejects other fields', () => {
    const change = (fields: object) => parse(accountChangeRule, fields);
    expect(change({ name: ' Acme 2 ' })).toEqual({ name: 'Acme 2' });
    expect(change({})).toEqual({});
    expect(() => change({ email: 'ada@example.com' })).toThrow('Unknown field: email');
    expect(() => change({ slug: 'acme' })).toThrow('Field cannot be updated: slug');
  });

  it('planChangeRule accepts the two plans only', () => {
    expect(parse(planChangeRule, { plan: 'pro' })).toEqual({ plan: 'pro' });
    expect(() => parse(planChangeRule, { plan: 'gold' })).toThrow(
      'Invalid value for plan: must be one of free, pro',
    );
  });
});
