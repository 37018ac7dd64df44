import { text } from '../http/html';
import type { EntryFiles } from '../http/assets';
import { ERRORS_PATH } from '../http/responses/error-codes';
import type { OpenApiDocument } from '../openapi/openapi.types';
import { marked } from './marked';

/** Allows only files of this origin, no inline scripts, and no forms. Style elements need the nonce of the response. */
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
 * Renders the reference page. Its script renders `/docs/openapi.json`. Without the script, or before it is built, the
 * page has a summary and links to the document.
 *
 * @returns the page for one response
 */
export function docsPage(document: OpenApiDocument, files: EntryFiles | null): (nonce: string) => string {
  const intro = summaryOf(document);
  const body = files
    ? `<div id="root"></div>
<noscript>${intro}<p>Turn on JavaScript to see the full reference and send requests.</p></noscript>`
    : `${intro}<p>The full reference is not built. Start the service with <code>npm start</code> to build it.</p>`;
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${text(document.info.title)}</title>
${files ? linksTo(files) : ''}`;
  return (nonce) =>
    `${head}${files ? `<meta name="csp-nonce" content="${text(nonce)}">` : ''}</head>\n<body>${body}</body></html>\n`;
}

/** Preloads the document, so that it loads in parallel with the script. */
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
<p>Version ${text(info.version)}. Base URL: <code>${text(servers[0]!.url)}</code>. OpenAPI document:
<a href="/docs/openapi.json">openapi.json</a>, <a href="/docs/openapi.yaml">openapi.yaml</a> (OpenAPI ${text(openapi)}). Errors:
<a href="${ERRORS_PATH}">error codes</a>.</p>
${info.description
  .split('\n\n')
  .map((part) => `<p>${marked(part)}</p>`)
  .join('\n')}
<ul>
${operations.join('\n')}
</ul></main>`;
}
