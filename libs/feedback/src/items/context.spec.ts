import { parse } from '@libs/kernel';
import { CONTEXT_MAX, contextRule } from './context';

const read = (value: unknown) => parse(contextRule, value);
const page = 'https://app.example/settings';
const codeOf = (value: unknown): readonly unknown[] => {
  try {
    return [read(value)];
  } catch (error) {
    const { facts } = error as { facts: { issues: { code: string; param: string }[] } };
    return facts.issues.flatMap(({ code, param }) => [code, param]);
  }
};

/** items.md 14 */
describe('contextRule', () => {
  it('has all members', () => {
    expect(read({ page })).toEqual({ data: null, page, language: null });
    expect(read({ language: 'pt-BR', data: { a: [1, { b: null }] } })).toEqual({
      data: { a: [1, { b: null }] },
      page: null,
      language: 'pt-BR',
    });
  });

  it.each([null, {}, { page: null, language: null, data: null }])('takes %j for no context', (value) => {
    expect(read(value)).toBeNull();
  });

  it.each([
    [`${page}?token=secret#top`, page],
    ['http://ada:secret@localhost:3000', 'http://localhost:3000/'],
    ['https://app.example/ä b', 'https://app.example/%C3%A4%20b'],
  ])('stores %s without its secrets, as a URL', (url, stored) => {
    expect(read({ page: url })).toMatchObject({ page: stored });
  });

  it.each<[unknown, ...string[]]>([
    ['x', 'invalid_type', ''],
    [[], 'invalid_type', ''],
    [{ page: 5 }, 'invalid_type', 'page'],
    [{ page: '/settings' }, 'invalid_value', 'page'],
    [{ page: 'javascript:alert(1)' }, 'invalid_value', 'page'],
    [{ language: 'en us' }, 'invalid_value', 'language'],
    [{ language: `en-${'a-'.repeat(20)}a` }, 'invalid_value', 'language'],
    [{ data: [] }, 'invalid_type', 'data'],
    [{ data: { a: [{ b: '\0' }] } }, 'invalid_characters', 'data'],
    [{ data: { '\ud800': 1 } }, 'invalid_characters', 'data'],
    [{ referrer: page }, 'unknown_field', 'referrer'],
  ])('rejects %j', (value, ...issue) => {
    expect(codeOf(value)).toEqual(issue);
  });

  it('counts the bytes of its JSON', () => {
    const room = CONTEXT_MAX - JSON.stringify({ data: { a: '' }, page: null, language: null }).length;
    const of = (text: string) => codeOf({ data: { a: text } });
    expect(of('é'.repeat(Math.floor(room / 2)))).toEqual([expect.objectContaining({ page: null })]);
    expect(of('é'.repeat(Math.floor(room / 2) + 1))).toEqual(['invalid_value', '']);
  });

  it.each([1e300, -1e300, 1e-300])('counts all digits of numbers such as %d', (number) => {
    const of = (count: number) => codeOf({ data: { a: Array.from({ length: count }, () => [number]) } });
    expect(of(6)).toEqual([expect.objectContaining({ page: null })]);
    expect(of(7)).toEqual(['invalid_value', '']);
  });
});
