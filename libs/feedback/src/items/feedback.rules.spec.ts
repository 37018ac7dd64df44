import { codePoints, type Issue, type Rule } from '@libs/kernel';
import fc from 'fast-check';
import {
  DESCRIPTION_MAX,
  descriptionRule,
  statusRule,
  STATUSES,
  submitterEmailRule,
  TITLE_MAX,
  titleRule,
} from './feedback.rules';

function validate<T>(rule: Rule<T>, value: unknown): { value: T; issues: Issue[] } {
  const issues: Issue[] = [];
  return { value: rule.read(value, 'field', issues), issues };
}
const codes = (rule: Rule<unknown>, value: unknown) => validate(rule, value).issues.map(({ code }) => code);

const anyText = fc.string({ unit: 'binary', maxLength: 450 });
const rules: Rule<unknown>[] = [titleRule, descriptionRule, submitterEmailRule, statusRule];

/** conventions.md 6 */
describe('rules of item fields', () => {
  it('report at most one error, name the field, and never throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rules), fc.oneof(anyText, fc.anything()), (rule, value) => {
        const { issues } = validate(rule, value);
        expect(issues.length).toBeLessThanOrEqual(1);
        for (const { param, message } of issues) {
          expect(param).toBe('field');
          expect(message.length).toBeLessThan(100);
        }
      }),
    );
  });

  it.each<[unknown]>([[5], [true], [{}], [[]], [['a']], [{ constructor: 5 }]])(
    'accept only strings: %j',
    (value) => {
      for (const rule of rules) expect(codes(rule, value)).toEqual(['invalid_type']);
    },
  );

  it.each(['a\0b', 'a\ud800b'])('reject %j, which PostgreSQL does not store unchanged', (text) => {
    for (const rule of [titleRule, descriptionRule])
      expect(codes(rule, text)).toEqual(['invalid_characters']);
  });

  it.each([
    ['a\nb', 'line break'],
    ['a\u2028b', 'line break'],
    ['a\tb', 'tab'],
    ['a\u0007b\n', 'U+0007'],
    ['a\nb\0', 'U+0000'],
    ['a\ud800b', 'U+D800'],
  ])('name the invalid character in %j: %s', (text, name) => {
    const messages = validate(titleRule, text).issues.map(({ message }) => message);
    expect(messages).toEqual([`Field contains invalid characters: field (${name})`]);
  });

  it('accept their own result and return it unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rules), anyText, (rule, text) => {
        const first = validate(rule, text);
        if (first.issues.length === 0) expect(validate(rule, first.value)).toEqual(first);
      }),
    );
  });

  it('accept nothing that PostgreSQL would reject or change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rules), fc.string({ unit: 'binary' }), (rule, text) => {
        const { value, issues } = validate(rule, text);
        if (issues.length === 0) {
          expect(value).not.toContain('\0');
          expect(Buffer.from(String(value), 'utf8').toString('utf8')).toBe(value);
        }
      }),
    );
  });
});

it('the maximum length is 200 for titles and 10,000 for descriptions', () => {
  expect([TITLE_MAX, DESCRIPTION_MAX]).toEqual([200, 10_000]);
});

describe('titleRule', () => {
  it('counts code points, like [...text].length', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codePoints(text) === [...text].length));
    expect(codePoints('')).toBe(0);
    expect(codePoints('\ud800')).toBe(1);
    expect(codePoints('😀\ud800😀')).toBe(3);
  });

  it('accepts 200 of any code point, and no more', () => {
    const visible = fc.constantFrom('x', 'é', '中', '😀', '𝒳', '\u0301');
    fc.assert(
      fc.property(visible, fc.integer({ min: 1, max: 420 }), (point, n) => {
        expect(codes(titleRule, point.repeat(n))).toEqual(n <= TITLE_MAX ? [] : ['too_long']);
      }),
    );
  });

  it('counts an emoji of two code points as two, and does not normalize', () => {
    expect(codes(titleRule, '❤️'.repeat(101))).toEqual(['too_long']);
    expect(validate(titleRule, 'e\u0301').value).toBe('e\u0301');
    expect(validate(titleRule, 'a\u200bb  c').value).toBe('a\u200bb  c');
  });

  it.each(['\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\t', '\r\n'])(
    'trims %j at both ends',
    (blank) => {
      expect(validate(titleRule, `${blank}T${blank}`)).toEqual({ value: 'T', issues: [] });
      expect(codes(titleRule, blank)).toEqual(['empty_value']);
    },
  );

  it.each(['', ' ', '\u200b', '\u200b \u2060', '\ufeff', '\u00ad', '\ufe0f', '\u{e0020}'])(
    'requires a visible character: %j',
    (text) => expect(codes(titleRule, text)).toEqual(['empty_value']),
  );

  it.each(['\u0000', '\u0007', '\u001f', '\u007f', '\u0080', '\u009f', '\u2028', '\u2029', '\n'])(
    'rejects %j inside',
    (control) => expect(codes(titleRule, `a${control}b`)).toEqual(['invalid_characters']),
  );

  it('takes time proportional to the length of the text', () => {
    const started = process.cpuUsage();
    expect(codes(titleRule, `${' '.repeat(250_000)}x${' '.repeat(250_000)}x`)).toEqual(['too_long']);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});

describe('descriptionRule', () => {
  it('returns the text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        (text) => {
          expect(validate(descriptionRule, text)).toEqual({ value: text, issues: [] });
        },
      ),
    );
  });

  it.each([
    ['😀', DESCRIPTION_MAX, []],
    ['😀', DESCRIPTION_MAX + 1, ['too_long']],
    ['x', DESCRIPTION_MAX + 1, ['too_long']],
  ])('counts code points: %s × %i', (point, n, expected) =>
    expect(codes(descriptionRule, point.repeat(n))).toEqual(expected),
  );
});

describe('submitterEmailRule', () => {
  it.each([
    'a@b.co',
    'Ada.Lovelace+x@Example.co.uk',
    "o'neil!#$%&*/=?^_`{|}~-@b.co",
    `${'a'.repeat(64)}@b.co`,
    'a@1.2',
  ])('accepts %s', (address) =>
    expect(validate(submitterEmailRule, address)).toEqual({ value: address, issues: [] }),
  );

  it.each([
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b.',
    'a@.b',
    'a@-b.co',
    'a@b-.co',
    'a b@c.de',
    'a@b..co',
    'a@@b.co',
    '"a"@b.co',
    'a@[127.0.0.1]',
    `a@${'b'.repeat(64)}.co`,
    `${'a'.repeat(65)}@b.co`,
    'ä@b.co',
    'a@ä.co',
    'a@b.co,c@d.ef',
  ])('rejects "%s"', (address) => expect(codes(submitterEmailRule, address)).toEqual(['invalid_format']));

  it('trims whitespace', () => {
    expect(validate(submitterEmailRule, ' a@b.co ')).toEqual({ value: 'a@b.co', issues: [] });
  });

  it('accepts at most 254 characters', () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(58)}.co`;
    expect(longest).toHaveLength(254);
    expect(codes(submitterEmailRule, longest)).toEqual([]);
    expect(codes(submitterEmailRule, `${longest}m`)).toEqual(['too_long']);
  });
});

describe('statusRule', () => {
  it('accepts the five statuses only', () => {
    for (const status of STATUSES) expect(codes(statusRule, status)).toEqual([]);
    for (const other of ['New', 'new ', '', 'open', 'toString'])
      expect(codes(statusRule, other)).toEqual(['invalid_value']);
  });
});
