import { parse, type DomainError } from '@libs/kernel';
import { publicCardRule } from './public-card';

const failure = (input: unknown) => {
  try {
    parse(publicCardRule, input);
    return null;
  } catch (error) {
    return (error as DomainError).facts.issues!.map(({ code, param }) => [code, param]);
  }
};

/** public.md 1 */
describe('publicCardRule', () => {
  it('trims the title, and keeps the text', () => {
    const text = ' two\r\nlines\t';
    expect(parse(publicCardRule, { title: ' Dark theme ', text })).toEqual({ title: 'Dark theme', text });
    expect(parse(publicCardRule, { title: 'T', text: '😀'.repeat(2_000) })).toMatchObject({ title: 'T' });
    for (const empty of ['', null])
      expect(parse(publicCardRule, { title: 'T', text: empty }).text).toBe(empty);
    expect(parse(publicCardRule, { title: '😀'.repeat(200) }).text).toBeUndefined();
  });

  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ text: 'a' }, [['missing_required_field', 'title']]],
    [{ title: null }, [['missing_required_field', 'title']]],
    [{ title: ' ' }, [['empty_value', 'title']]],
    [{ title: 'a\nb' }, [['invalid_characters', 'title']]],
    [{ title: 'T', text: 5 }, [['invalid_type', 'text']]],
    [{ title: 'T', text: 'a\0' }, [['invalid_characters', 'text']]],
    [{ title: 'T', text: 'x'.repeat(2_001) }, [['too_long', 'text']]],
    [{ title: 'T', url: 'https://a' }, [['read_only_field', 'url']]],
    [{ title: 'T', published_at: '2026-03-03T10:00:00.000Z' }, [['read_only_field', 'published_at']]],
    [{ title: 'T', status: 'new' }, [['unknown_field', 'status']]],
  ])('rejects %j', (input, issues) => {
    expect(failure(input)).toEqual(issues);
  });
});
