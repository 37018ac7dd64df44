import { slackText } from './slack-text';

/** webhooks.md 5 */
describe('slackText', () => {
  it('returns plain text unchanged', () =>
    expect(slackText('Größe 🎉 (50%) + “more”: https://a.example/b?c=1', 100)).toBe(
      'Größe 🎉 (50%) + “more”: https://a.example/b?c=1',
    ));

  it.each([
    ['a Slack mention', 'Hi <!channel> <@U123> & <#C1|x>', /<|>|\|/],
    ['a mention of everyone', '@everyone @here @channel @all', /@\w/],
    ['a link in the notation of Slack', '<https://evil.example|Bank>', /<|\|/],
    ['a link in Markdown', '[Bank](https://evil.example)', /\]\(/],
    ['a reference in Markdown', '[Bank][1] [1]: https://evil.example', /\][[:]/],
    ['an image in Markdown', '![x](https://evil.example/a.png)', /\]\(/],
    ['formatting', '*a* **b** _c_ ~d~ ~~e~~ `f` ```g``` ||h||', /[*_~`|]/],
    ['a backslash, which would escape what follows', '\\[Bank](https://evil.example)', /\\/],
    ['a heading and a channel', '# Title #general', /#[ \w]/],
  ])('disarms %s', (_, text, forbidden) => {
    const shown = slackText(text, 200);
    expect(shown).not.toMatch(forbidden);
    expect(shown.length).toBeGreaterThan(0);
  });

  it('escapes the characters that Slack requires to be escaped, once', () =>
    expect(slackText('a < b && c > d &amp;', 100)).toBe('a &lt; b &amp;&amp; c &gt; d &amp;amp;'));

  it('removes line breaks, control characters, and marks of direction', () =>
    expect(slackText('  one\r\n\n> two\t\u202ethree\u0007\u200b  ', 100)).toBe('one &gt; two three'));

  it('cuts long text between characters, before it escapes them', () => {
    expect(slackText('🎉🎉🎉🎉', 3)).toBe('🎉🎉…');
    expect(slackText('ab cd', 4)).toBe('ab…');
    expect(slackText('<<<<', 3)).toBe('&lt;&lt;…');
    expect(slackText('abc', 3)).toBe('abc');
  });
});
