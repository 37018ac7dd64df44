import { setImmediate } from 'node:timers/promises';
import { plainMarkdown } from '@libs/feedback';
import fc from 'fast-check';
import { markdownHtml, startOfText, withHtml } from './markdown';

/** changelog.md 4 */
describe('markdownHtml', () => {
  it.each([
    ['a *b* **c** `d<e>`', '<p>a <em>b</em> <strong>c</strong> <code>d&lt;e&gt;</code></p>\n'],
    ['a\nb\n\nc\\\nd', '<p>a\nb</p>\n<p>c<br>\nd</p>\n'],
    ['- a\n  1. b', '<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>\n'],
    ['```js" onclick="x\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>\n'],
    ['a &amp; b &lt;', '<p>a &amp; b &lt;</p>\n'],
  ])('formats %j', (text, html) => {
    expect(markdownHtml(text)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x">b</b> <!-- c -->',
    '<div>\n\n**x**\n\n</div>',
    '<a href="https://a.example">b</a>',
  ])('shows HTML as text: %s', (text) => {
    const tags = markdownHtml(text).match(/<[^>]*>/g)!;
    expect(
      tags.filter(
        (tag) => !/^<\/?(p|strong)>$|^<a href="https:\/\/a\.example" rel="[a-z ]+">$|^<\/a>$/.test(tag),
      ),
    ).toEqual([]);
  });

  it.each(['# a', '> a', '---', '| a | b |\n|---|---|\n| c | d |', '~~a~~', '[a]: https://b.example'])(
    'has no other blocks and marks: %j',
    (text) => {
      expect(markdownHtml(text)).not.toMatch(/<(?!\/?(p|a)\b)/);
    },
  );

  const rel = 'rel="nofollow ugc noopener"';
  it.each([
    ['[a](https://b.example "c")', `<a href="https://b.example" title="c" ${rel}>a</a>`],
    ['<http://b.example>', `<a href="http://b.example" ${rel}>http://b.example</a>`],
    ['https://b.example/c.', `<a href="https://b.example/c" ${rel}>https://b.example/c</a>.`],
    ['http://1~:2', `<a href="http://1:2~" ${rel}>http://1~:2</a>`],
    ['[a](mailto:a@b.example)', '<a href="mailto:a@b.example">a</a>'],
    ['![a](https://b.example/c.png)', `!<a href="https://b.example/c.png" ${rel}>a</a>`],
  ])('links %s', (text, html) => {
    expect(markdownHtml(text)).toBe(`<p>${html}</p>\n`);
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](JAVASCRIPT:alert(1))',
    '[a](java&#x73;cript:alert(1))',
    '[a](&#x6A;avascript:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html,x)',
    '[a](/f/acme)',
    '[a](//b.example)',
    '[a](#b)',
    '<ftp://b.example>',
    'ftp://b.example',
    'b.example',
  ])('does not link %s', (text) => {
    expect(markdownHtml(text)).not.toContain('<a');
  });

  it.each([
    ['[', 1],
    ['*a_ ', 1],
    ['<http://a', 7],
    ['&', 5],
    ['> ', 3],
    ['[](https://a) ', 6],
    [`${'- '.repeat(500)}a\n`, 10],
  ])('bounds the size of the result for %j', (part, times) => {
    const text = part.repeat(20_000 / part.length);
    expect(markdownHtml(text).length).toBeLessThan((times + 1) * 20_000);
  });
});

/** rate-limits.md 6 */
describe('withHtml', () => {
  it('lets other work run between texts, and renders each text once', async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    const entries = ['*a*', '*b*', '*c*', '*a*'].map((text) => ({ text }));
    const html = (await withHtml(entries)).map((entry) => entry.html);
    expect(html).toEqual(['a', 'b', 'c', 'a'].map((word) => `<p><em>${word}</em></p>\n`));
    expect(turns).toBeGreaterThanOrEqual(3);
    const before = turns;
    await withHtml(entries);
    expect(turns).toBe(before);
    isDone = true;
    await others;
  });
});

describe('startOfText', () => {
  it('has lines without marks, and reads no more than it shows', () => {
    const text = 'a *b* [c](https://d.example)\ne\n\n- f\n- `g`\n\n2. h\n3. i\n\n```\nj\n```';
    expect(startOfText(text, 100)).toBe('a b c\ne\n\n• f\n• g\n\n2. h\n3. i\n\nj');
    expect(startOfText('*😀* x y', 3)).toBe('😀 x…');
    expect(startOfText('a [bcd](https://d.example)', 8)).toBe('a bcd');
    expect(startOfText('😀'.repeat(9), 8)).toBe(`${'😀'.repeat(8)}…`);
    expect(startOfText(`${'a'.repeat(8)} b`, 8)).toBe('aaaaaaaa…');
    expect(startOfText('', 3)).toBe('');
  });
});

/** The text that a browser shows of HTML in which lines are broken by `<br>` and paragraphs. */
const shownText = (html: string): string =>
  html
    .replace(/<br>\n|<\/p>\n(?=<p>)/g, (tag) => (tag.startsWith('</p>') ? '\n\n' : '\n'))
    .replace(/<\/?p>|<\/?strong>|<a [^>]*>|<\/a>|\n$/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** changelog.md 7 */
describe('plainMarkdown', () => {
  const PARTS = [
    ...'@*_`~<>[]()!\\&;#-+.:|=\'" \n\t1aé中'.split(''),
    ...['~~~', '```', '\n\n', '\r\n', '    ', '1. ', '2) ', '- ', '+ ', '* ', '# ', '> ', '&amp;', '&#65;'],
    ...['http://', 'https://a.example/b_c', 'mailto:', 'first_last@x.example', '_x@y.example', '](', '//'],
  ];
  const oddText = fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 20 })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '');
  /** As pages show the text of a card, with `white-space: pre-line`. */
  const asOnCard = (text: string) =>
    text
      .split(/\r\n|\n/)
      .map((line) => line.trim())
      .join('\n')
      .trim()
      .replace(/\n{3,}/g, '\n\n');

  it('shows the same text', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        expect(shownText(markdownHtml(plainMarkdown(text)))).toBe(asOnCard(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('shows the same text in strong emphasis', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const line = text.replace(/\s+/g, ' ').trim();
        const html = markdownHtml(`**${plainMarkdown(`a${line}b`)}**`);
        expect([html.match(/<strong>/g)?.length, shownText(html)]).toEqual([1, `a${line}b`]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['1. y', '1\\. y'],
    ['first_last@x.example, _x@y.example', 'first_last@x.example, <_x@y.example>'],
    ['See https://a.example/b_c?d=1&e=*.', 'See <https://a.example/b_c?d=1&e=*>.'],
    ['(https://a.example/b_c).', '(https://a.example/b_c).'],
    ['~~~\n    a\nb\n\n\nc', '\\~~~  \na  \nb\n\nc'],
    ['http://+/*', 'http\\://+/\\*'],
    ['http://a=//http://', '<http://a>=//http\\://'],
    ['R&D: 1.5 - 2, [x] C:\\dir', 'R&D: 1.5 - 2, [x] C:\\\\dir'],
  ])('escapes only what could be a mark: %j', (text, markdown) => {
    expect(plainMarkdown(text)).toBe(markdown);
  });
});
