import { parse, type Issue, type Rule } from '@libs/kernel';
import { importedLinksRule, ITEM_LINKS_MAX, LINK_KINDS, LINK_MAX, linksRule } from './links';

const URL = 'https://tracker.example/4711';
const other = (url: string) => ({ url, kind: 'other', title: null });

function issuesOf(value: unknown, rule: Rule<unknown> = linksRule): readonly string[] {
  const issues: Issue[] = [];
  rule.read(value, 'links', issues);
  return issues.map(({ param, code }) => `${param} ${code}`);
}

/** items.md 13 */
describe('links', () => {
  it('are read with their kind and title, in their order', () => {
    expect(parse(linksRule, [])).toEqual([]);
    expect(parse(linksRule, [{ url: ` ${URL}\n` }, { url: 'http://a', title: null }])).toEqual([
      other(URL),
      other('http://a'),
    ]);
    for (const kind of LINK_KINDS)
      expect(parse(linksRule, [{ title: ' Ada ', url: URL, kind }])).toEqual([
        { url: URL, kind, title: 'Ada' },
      ]);
    const all = Array.from({ length: ITEM_LINKS_MAX }, (_, i) => other(`${URL}${i}`));
    expect(parse(linksRule, all)).toEqual(all);
    const long = [{ url: `https://a.example/${'ü'.repeat(LINK_MAX - 18)}`, title: '🙂'.repeat(200) }];
    expect(parse(linksRule, long)).toEqual([{ ...long[0], kind: 'other' }]);
  });

  it('have their members in the order of jsonb', () => {
    expect(JSON.stringify(parse(linksRule, [{ title: null, kind: 'call', url: URL }]))).toBe(
      `[{"url":"${URL}","kind":"call","title":null}]`,
    );
  });

  it.each<[unknown, string]>([
    [null, 'links null_not_allowed'],
    [URL, 'links invalid_type'],
    [[URL], 'links[0] invalid_type'],
    [[{}], 'links[0].url missing_required_field'],
    [[{ url: null }], 'links[0].url missing_required_field'],
    [[{ url: 5 }], 'links[0].url invalid_type'],
    [[{ url: '' }], 'links[0].url invalid_value'],
    [[{ url: 'tracker.example' }], 'links[0].url invalid_value'],
    [[{ url: 'javascript:alert(1)' }], 'links[0].url invalid_value'],
    [[{ url: 'ftp://tracker.example' }], 'links[0].url invalid_value'],
    [[{ url: 'https://' }], 'links[0].url invalid_value'],
    [[{ url: 'https://a b' }], 'links[0].url invalid_value'],
    [[{ url: 'https://ada@tracker.example' }], 'links[0].url invalid_value'],
    [[{ url: 'https://:secret@tracker.example' }], 'links[0].url invalid_value'],
    [[{ url: 'https://tracker.example/\u0000' }], 'links[0].url invalid_characters'],
    [[{ url: `${URL}${'x'.repeat(LINK_MAX)}` }], 'links[0].url too_long'],
    [[{ url: URL, kind: null }], 'links[0].kind null_not_allowed'],
    [[{ url: URL, kind: 'issue' }], 'links[0].kind invalid_value'],
    [[{ url: URL, title: '' }], 'links[0].title empty_value'],
    [[{ url: URL, title: 'a\nb' }], 'links[0].title invalid_characters'],
    [[{ url: URL, title: 'x'.repeat(201) }], 'links[0].title too_long'],
    [[{ url: URL, id: 1 }], 'links[0].id unknown_field'],
    [[other(URL), other('https://a'), { url: ` ${URL}` }], 'links[2].url invalid_value'],
    [Array.from({ length: ITEM_LINKS_MAX + 1 }, (_, i) => other(`${URL}${i}`)), 'links too_long'],
  ])('reject %j: %s', (value, issue) => {
    expect(issuesOf(value)).toEqual([issue]);
  });

  /** import.md 2 */
  it('of an imported item can be text with URLs', () => {
    expect(parse(importedLinksRule, ` ${URL} \r\n\thttps://a `)).toEqual([other(URL), other('https://a')]);
    expect(parse(importedLinksRule, ' ')).toEqual([]);
    expect(parse(importedLinksRule, [{ url: URL }])).toEqual([other(URL)]);
    expect(issuesOf(`${URL} 4711`, importedLinksRule)).toEqual(['links[1].url invalid_value']);
    expect(issuesOf(`${URL} ${URL}`, importedLinksRule)).toEqual(['links[1].url invalid_value']);
  });
});
