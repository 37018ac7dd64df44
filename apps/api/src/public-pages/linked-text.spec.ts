import { linkedText } from './linked-text';

const link = (url: string) => `<a href="${url}" rel="nofollow ugc noopener">${url}</a>`;

/** public.md 4 */
describe('linkedText', () => {
  it.each([
    ['See https://example.com/a?b=1#c.', `See ${link('https://example.com/a?b=1#c')}.`],
    ['(http://example.com)', `(${link('http://example.com')})`],
    ['HTTPS://EXAMPLE.com, and more', `${link('HTTPS://EXAMPLE.com')}, and more`],
    ['https://a.example\nhttps://b.example', `${link('https://a.example')}\n${link('https://b.example')}`],
    ['javascript:alert(1) ftp://a example.com', 'javascript:alert(1) ftp://a example.com'],
    ['https:// and http://', 'https:// and http://'],
    ['<b>"&\'</b>', '&lt;b&gt;&quot;&amp;&#39;&lt;/b&gt;'],
    ['https://example.com/?a=1&b="x"', `${link('https://example.com/?a=1&amp;b=')}&quot;x&quot;`],
    ['https://example.com/<script>', `${link('https://example.com/')}&lt;script&gt;`],
  ])('of %j', (written, html) => {
    expect(linkedText(written)).toBe(html);
  });
});
