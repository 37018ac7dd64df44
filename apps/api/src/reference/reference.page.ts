import { text } from '../http/html';
import type { EntryFiles } from '../http/assets';
import type { OpenApiDocument } from '../openapi/openapi.types';

/** Nothing from elsewhere, no script of the page's own, no form; style elements need the nonce of this very response. */
export const docsPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The document for people: the script draws it from `/docs/openapi.json`. Without the script, or before it is built,
 * there is what one needs to begin, and where the document lies.
 *
 * @returns the page for one response
 */
export function docsPage(document: OpenApiDocument, files: EntryFiles | null): (nonce: string) => string {
  const words = summaryOf(document);
  const body = files
    ? `<div id="root"></div>
<noscript>${words}<p>With JavaScript, this page has every operation in full, and sends calls.</p></noscript>`
    : `${words}<p>The rest of this page is not built: start the service with <code>npm start</code>, which builds it.</p>`;
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${text(document.info.title)}</title>
${files ? linksTo(files) : ''}`;
  return (nonce) =>
    `${head}${files ? `<meta name="csp-nonce" content="${text(nonce)}">` : ''}</head>\n<body>${body}</body></html>\n`;
}

/** The document is asked for at once, not after the script has come. */
function linksTo({ script, styles, imports }: EntryFiles): string {
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="${text(href)}">`),
    `<script type="module" src="${text(script)}"></script>`,
    ...imports.map((href) => `<link rel="modulepreload" href="${text(href)}">`),
    '<link rel="preload" href="/docs/openapi.json" as="fetch" crossorigin>',
  ].join('\n');
}

function summaryOf({ info, servers, openapi, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { summary }]) =>
        `<li>${text(summary)}: <code>${method.toUpperCase()} ${text(path)}</code></li>`,
    ),
  );
  return `<main><h1>${text(info.title)}</h1>
<p>Version ${text(info.version)} at <code>${text(servers[0]!.url)}</code>. The whole reference, for tools:
<a href="/docs/openapi.json">openapi.json</a>, <a href="/docs/openapi.yaml">openapi.yaml</a> (OpenAPI ${text(openapi)}).</p>
${marked(info.description)}
<ul>
${operations.join('\n')}
</ul></main>`;
}

/** As much of Markdown as the description uses: paragraphs, `code` and **strong**. */
const marked = (source: string): string =>
  source
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('\n');
const inline = (source: string): string =>
  text(source)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
