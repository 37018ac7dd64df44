import { inlineSource, text } from '../http/html';
import type { OpenApiDocument } from '../openapi/openapi.types';
import { errorsOf, type ListedError } from './error-list';
import { marked } from './marked';

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem 50vh;font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;color:light-dark(#181b22,#eceef3);background:light-dark(#f5f6f8,#121419);overflow-wrap:anywhere}h1{line-height:1.2}h2{margin-top:3rem}section{margin:1rem 0;scroll-margin-top:1rem;padding:.75rem 1rem;border:1px solid light-dark(#d9dce3,#31353f);border-radius:.6rem}section:target{outline:2px solid light-dark(#3454d1,#93a7ff)}h3{margin:0}p,ul{margin:.5rem 0 0}.quiet{color:light-dark(#555d6d,#a8b0bf);font-size:.9rem}a{color:light-dark(#3454d1,#93a7ff)}code{font-size:.9em}`;

/** Allows the style of the page and nothing else. */
export const ERRORS_POLICY = `default-src 'none'; style-src ${inlineSource(STYLE)}; base-uri 'none'; frame-ancestors 'none'`;

/** At most so many messages of one code: the first ones show how the others read. */
const MESSAGES_MAX = 3;

/** Renders `/docs/errors`: every error code of the REST API, with its name as the ID of its section. */
export function errorsPage(document: OpenApiDocument): string {
  const errors = errorsOf(document);
  const groups = [...new Set(errors.map(({ type }) => type))].map((type) => {
    const sections = errors.filter((error) => error.type === type).map(section);
    return `<h2 id="${text(type)}"><code>${text(type)}</code></h2>\n${sections.join('\n')}`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes · ${text(document.info.title)}</title><style>${STYLE}</style></head>
<body><main><h1>Error codes</h1>
<p>Every error of the <a href="/docs">${text(document.info.title)}</a> has a <code>code</code>, which does not change, and a <code>message</code> for people, which can. Handle a code that you do not know by its <code>type</code>. To report an error, send its <code>request_id</code>.</p>
${groups.join('\n')}
</main></body></html>
`;
}

function section({ code, statuses, messages, text: [meaning, action] }: ListedError): string {
  const shown = messages.slice(0, MESSAGES_MAX).map((message) => `<li>${text(message)}</li>`);
  return `<section id="${text(code)}"><h3><a href="#${text(code)}"><code>${text(code)}</code></a></h3>
<p class="quiet">Status ${statuses.join(', ')}</p>
<p>${marked(meaning)} ${marked(action)}</p>
<p class="quiet">Messages, for example:</p>
<ul class="quiet">${shown.join('')}</ul></section>`;
}
