import { styleSource, text } from '../http/html';
import type { OpenApiDocument, Operation, Parameter, Ref, Schema } from './openapi.types';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1e25;--soft:#59606f;--line:#cdd3de;--paper:#fff;--back:#f5f6f9;--accent:#2b4bc4;--code:#eef0f6}
@media(prefers-color-scheme:dark){:root{--ink:#e9ebf1;--soft:#a5adbc;--line:#414857;--paper:#1c2027;--back:#14161b;--accent:#9db0ff;--code:#262b35}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:54rem;margin:0 auto;padding:clamp(1rem,5vw,3rem) 1rem}
h1{margin:0;line-height:1.2}
h2{margin:0;font-size:1.15rem}
h2 small{display:block;font-weight:400;font-size:1rem;color:var(--soft)}
h3{margin:1.2rem 0 .3rem;font-size:.95rem}
p{margin:.6rem 0}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
article,nav{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:1rem;margin:1rem 0}
nav ul{margin:0;padding:0;list-style:none;display:grid;gap:.4rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:5px;padding:.1em .3em}
pre{background:var(--code);border-radius:8px;padding:.75rem;margin:.3rem 0 0;overflow-x:auto;overflow-wrap:normal}
dl{margin:0;display:grid;gap:.15rem .75rem}
dt{font-weight:600}
dd{margin:0 0 .35rem;color:var(--soft)}
@media(min-width:36rem){dl{grid-template-columns:max-content 1fr}dd{margin:0}}`;

/** Nothing from elsewhere, no script; the one style sheet is named by its hash. */
export const DOCS_CSP = [
  "default-src 'none'",
  `style-src ${styleSource(STYLE)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The document for people: one page that needs nothing else. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { info, servers } = document;
  const links = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}">${text(operation.summary)}</a> <code>${method} ${text(path)}</code></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title><style>${STYLE}</style></head>
<body><main>
<h1>${text(info.title)}</h1>
<p>Version ${text(info.version)} at <code>${text(servers[0]!.url)}</code>. For tools:
<a href="/docs/openapi.json">openapi.json</a>, <a href="/docs/openapi.yaml">openapi.yaml</a> (OpenAPI ${text(document.openapi)}).</p>
${marked(info.description)}
<nav aria-label="Operations"><ul>${links.join('\n')}</ul></nav>
${operations.map(({ path, method, operation }) => section(document, path, method, operation)).join('\n')}
</main></body></html>
`;
}

function section(document: OpenApiDocument, path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    resolved<Parameter>(document, parameter),
  );
  const statuses = Object.entries(operation.responses).map(([status, answer]): [string, string] => [
    status,
    '$ref' in answer ? resolved<{ description: string }>(document, answer).description : answer.description,
  ]);
  return `<article aria-labelledby="${operation.operationId}"><h2 id="${operation.operationId}"><code>${method} ${text(path)}</code>
<small>${text(operation.summary)}</small></h2>
${marked(operation.description)}
${parameters.length > 0 ? `<h3>Parameters</h3>${terms(parameters.map((one) => [one.name, `${one.description} ${boundsOf(one)}`]))}` : ''}
${fieldsOf(document, operation)}
<h3>Answers</h3>${terms(statuses)}
<h3>Example</h3><pre tabindex="0">${text(curl(document.servers[0]!.url, path, method, operation, parameters))}</pre></article>`;
}

/** The call with the document's own examples; the key comes from the environment, not from the command's history. */
function curl(
  server: string,
  path: string,
  method: string,
  operation: Operation,
  parameters: readonly Parameter[],
): string {
  const exampleOf = (name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example));
  const address = `${server}${path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))}`;
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = Object.values(content?.examples ?? {})[0]?.value;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    '-H "X-API-Key: $API_KEY"',
    ...(body ? [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}

function fieldsOf(document: OpenApiDocument, { requestBody }: Operation): string {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return '';
  const { properties, required = [] } = resolved<{ properties: Record<string, Schema>; required?: string[] }>(
    document,
    content.schema as Ref,
  );
  const fields = Object.entries(properties).map(([name, schema]): [string, string] => [
    name,
    `${String(schema['description'])} ${boundsOf({ required: required.includes(name), schema })}`,
  ]);
  return `<h3>Body</h3>${terms(fields)}`;
}

function boundsOf({ required, schema }: Pick<Parameter, 'required' | 'schema'>): string {
  const { enum: values, minimum, maximum, maxLength, default: fallback } = schema;
  return [
    required ? 'Required.' : '',
    Array.isArray(values) ? `One of ${values.join(', ')}.` : '',
    minimum === undefined ? '' : `${String(minimum)} to ${String(maximum)}.`,
    maxLength === undefined ? '' : `At most ${String(maxLength)} characters.`,
    fallback === undefined ? '' : `Default ${String(fallback)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const terms = (entries: readonly (readonly [string, string])[]): string =>
  `<dl>${entries.map(([term, meaning]) => `<dt><code>${text(term)}</code></dt><dd>${inline(meaning)}</dd>`).join('\n')}</dl>`;

const resolved = <T>(document: OpenApiDocument, { $ref }: Ref): T =>
  $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document) as T;

/** As much of Markdown as the descriptions use: paragraphs, `code` and **strong**. */
const marked = (source: string): string =>
  source
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('\n');
const inline = (source: string): string =>
  text(source)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

const quoted = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;
