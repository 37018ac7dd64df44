import { docsPage, docsPolicy } from './reference.page';
import { openApiDocument } from './openapi-document';

const document = openApiDocument({ PUBLIC_URL: 'https://feedback.test' });
const FILES = {
  script: '/assets/docs-1.js',
  styles: ['/assets/theme-1.css', '/assets/docs-1.css'],
  imports: ['/assets/theme-1.js'],
};

describe('docsPage', () => {
  it('links the built files and the document, and contains the nonce', () => {
    const page = docsPage(document, FILES)('abc');
    expect(page).toContain('<meta name="csp-nonce" content="abc">');
    expect(page).toContain('<script type="module" src="/assets/docs-1.js"></script>');
    expect(page.indexOf('/assets/theme-1.css')).toBeLessThan(page.indexOf('/assets/docs-1.css'));
    expect(page).toContain('<link rel="modulepreload" href="/assets/theme-1.js">');
    expect(page).toContain('<link rel="preload" href="/docs/openapi.json" as="fetch" crossorigin>');
    expect(page).toMatch(/<noscript><main><h1>Feedback API<\/h1>/);
  });

  it('shows the summary and the build command if nothing is built', () => {
    const page = docsPage(document, null)('abc');
    expect(page).not.toMatch(/<script|<link|<noscript/);
    expect(page).toContain('<h1>Feedback API</h1>');
    expect(page).toContain('npm start');
  });

  it('escapes the texts of the document', () => {
    const { info } = document;
    const evil = '<img src=x onerror="hurt()">`<b>`';
    const page = docsPage({ ...document, info: { ...info, title: evil, description: evil } }, null)('abc');
    expect(page).not.toMatch(/<img|<b>/);
  });

  it('has a content security policy with the nonce and without other origins', () => {
    expect(docsPolicy('abc')).toContain("style-src 'self' 'nonce-abc'");
    expect(docsPolicy('abc')).not.toMatch(/unsafe|https?:|data:|blob:|\*/);
  });
});
