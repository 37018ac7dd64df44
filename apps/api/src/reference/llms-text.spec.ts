import { llmsText } from './llms-text';

/** conventions.md 13 */
describe('llmsText', () => {
  const text = llmsText('https://feedback.example.com');

  it('has a title, a summary, and sections with links, as llmstxt.org describes', () => {
    const [title, , summary] = text.split('\n');
    expect([title, summary]).toEqual(['# Feedback service', expect.stringMatching(/^> .+\.$/)]);
    expect(text.match(/^## .+$/gm)).toEqual(['## API', '## Tools']);
    expect(text.length).toBeLessThan(1_500);
  });

  it('links documents of this service only', () => {
    const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, url]) => url!);
    expect(links.map((url) => new URL(url).origin)).toEqual(links.map(() => 'https://feedback.example.com'));
    expect(links.map((url) => new URL(url).pathname)).toEqual([
      '/docs/openapi.json',
      '/docs/openapi.yaml',
      '/docs',
      '/docs/errors',
      '/mcp',
      '/client.tgz',
      '/cli.tgz',
    ]);
  });
});
