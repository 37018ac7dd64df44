import { splitLinks } from './links';

const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe('splitLinks', () => {
  it('returns the whole text in order', () => {
    const text = 'See https://example.com/a?b=1#c, and\nhttp://example.org. Done';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
    expect(hrefs(text)).toEqual(['https://example.com/a?b=1#c', 'http://example.org/']);
    expect(splitLinks('')).toEqual([]);
    expect(splitLinks('plain')).toEqual([{ text: 'plain' }]);
  });

  it.each([
    ['(https://example.com/a)', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/Rust_(language)', 'https://en.wikipedia.org/wiki/Rust_(language)'],
    ['https://example.com!?', 'https://example.com/'],
    ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
  ])('links %s to %s', (text, href) => {
    expect(hrefs(text)).toEqual([href]);
  });

  it('takes linear time for a megabyte of punctuation', () => {
    expect(hrefs(`https://example.com/${'.'.repeat(1_000_000)}x`)).toHaveLength(1);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.com',
    'www.example.com',
    'https://',
    'https://bank.example@evil.example/',
    'xhttps://example.com',
  ])('leaves %s as text', (text) => {
    expect(hrefs(text)).toEqual([]);
  });

  it('ends a URL before characters that could break out of an attribute', () => {
    expect(hrefs('https://example.com/"onclick="alert(1)')).toEqual(['https://example.com/']);
    expect(hrefs('https://example.com/<img src=x>')).toEqual(['https://example.com/']);
  });
});
