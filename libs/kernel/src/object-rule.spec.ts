import { DomainError, type Issue } from './domain-error';
import { objectRule, optional, required } from './object-rule';
import { parse } from './rule';
import { booleanRule, integerRule, lineRule, nameRule, nullable, oneOf, stringRule } from './rules';

const point = objectRule({ x: required(integerRule(0, 9)), label: optional(nullable(lineRule(3))) });
const named = objectRule(
  { name: required(stringRule), point: optional(point) },
  { readOnly: { names: ['id'], verb: 'set' } },
);

/** items.md 3 */
describe('objectRule', () => {
  it('returns the values of the field rules, without fields that the input lacks', () => {
    expect(parse(named, { name: 'A', point: { x: 1, label: ' a ' } })).toEqual({
      name: 'A',
      point: { x: 1, label: 'a' },
    });
    expect(Object.keys(parse(named, { name: 'A', point: undefined }))).toEqual(['name']);
    expect(parse(point, { x: 0, label: null })).toEqual({ x: 0, label: null });
  });

  it.each<[unknown, [string, string][]]>([
    [{}, [['name', 'missing_required_field']]],
    [{ name: null }, [['name', 'missing_required_field']]],
    [{ name: 'A', point: null }, [['point', 'invalid_type']]],
    [{ name: 'A', point: [] }, [['point', 'invalid_type']]],
    [
      { name: 5, point: { x: 10, label: '' }, id: 1, votes: 2 },
      [
        ['name', 'invalid_type'],
        ['point.x', 'invalid_value'],
        ['point.label', 'empty_value'],
        ['id', 'read_only_field'],
        ['votes', 'unknown_field'],
      ],
    ],
    [
      JSON.parse('{"name":"A","toString":1,"__proto__":2}'),
      [
        ['toString', 'unknown_field'],
        ['__proto__', 'unknown_field'],
      ],
    ],
  ])('collects every issue of %j', (input, expected) => {
    const issues: Issue[] = [];
    named.read(input, '', issues);
    expect(issues.map(({ param, code }) => [param, code])).toEqual(expected);
    expect(() => parse(named, input)).toThrow(DomainError);
  });

  it('ignores inherited properties', () => {
    expect(parse(objectRule({ toString: optional(stringRule) }), {})).toEqual({});
  });

  it('lists the allowed fields of the object in which a field is unknown', () => {
    const issues: Issue[] = [];
    named.read({ name: 'A', point: { x: 1, z: 2 }, votes: 2 }, '', issues);
    expect(issues.map(({ message }) => message)).toEqual([
      'Unknown field: point.z (allowed: x, label)',
      'Unknown field: votes (allowed: name, point)',
    ]);
  });

  it('reports at most 20 unknown fields, with shortened names and no API keys', () => {
    const issues: Issue[] = [];
    const names = ['fb_live_0123456789', 'n'.repeat(100), ...Array.from({ length: 100 }, (_, i) => `f${i}`)];
    named.read({ name: 'A', ...Object.fromEntries(names.map((name) => [name, 1])) }, '', issues);
    expect(issues).toHaveLength(20);
    expect(issues.slice(0, 2).map(({ param }) => param)).toEqual(['fb_live_…', 'n'.repeat(64)]);
  });

  it('builds its schema from the field rules', () => {
    expect(point.schema).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['x'],
      properties: {
        x: { type: 'integer', minimum: 0, maximum: 9 },
        label: { type: ['string', 'null'], minLength: 1, maxLength: 3 },
      },
    });
  });
});

describe('rules', () => {
  it('add null to the enum of a nullable rule', () => {
    expect(nullable(oneOf(['a', 'b'])).schema).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  });

  it.each([
    [booleanRule, 'true', 'invalid_type'],
    [integerRule(1, 5), '3', 'invalid_type'],
    [integerRule(1, 5), 1.5, 'invalid_value'],
    [integerRule(1, 5), 6, 'invalid_value'],
    [integerRule(1, 5), Number.NaN, 'invalid_value'],
    [oneOf(['a', 'b']), 'A', 'invalid_value'],
    [oneOf(['a', 'b']), '\0', 'invalid_characters'],
    [stringRule, undefined, 'missing_required_field'],
    [stringRule, null, 'null_not_allowed'],
  ])('report the code of an invalid value (%#)', (rule, value, code) => {
    const issues: Issue[] = [];
    rule.read(value, 'x', issues);
    expect(issues).toEqual([expect.objectContaining({ param: 'x', code })]);
  });
});

/** conventions.md 9 */
describe('nameRule', () => {
  const read = (name: string) => {
    const issues: Issue[] = [];
    nameRule(20).read(name, 'name', issues);
    return issues.map(({ code, message }) => `${code} ${message}`);
  };

  it.each(['\u00ad', '\u200b', '\u202e', '\u2060', '\u2066', '\ufeff'])('rejects %j', (character) => {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    expect(read(`Ada${character}Lovelace`)).toEqual([
      `invalid_characters Field contains invalid characters: name (${name})`,
    ]);
  });

  it.each(['Ada 👩‍💻', 'می‌خواهم', 'Zoë'])('accepts %j', (name) => expect(read(name)).toEqual([]));

  it('reports one problem of a name', () => expect(read('\u202e'.repeat(30))).toHaveLength(1));
});
