import { quoteForJavaScript, quoteForShell } from '../../../ui/code/quoting';
import type { OperationEntry } from '../../document/reference';
import { cliCommand } from './cli-command';
import { isJson, buildRequest, type ApiRequest, type RequestDraft } from './request';

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'cli'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Code samples never contain the key; they read it from this environment variable. */
export const KEY_VARIABLE = 'FEEDBACK_API_KEY';

/** The request as curl for a POSIX shell, as an ES module for Node, or as a CLI command (null if there is none). */
export function buildSnippet(
  language: SnippetLanguage,
  operation: OperationEntry,
  draft: RequestDraft,
  baseUrl: string,
): string | null {
  const request = buildRequest(operation, draft);
  const file = outputFileName(operation, draft);
  if (language === 'cli') return cliCommand(operation, draft, file);
  return language === 'curl' ? curl(request, baseUrl, file) : javascript(request, baseUrl, file);
}

/** The name for a response that is a file; null for other responses. */
function outputFileName({ responses, path }: OperationEntry, { values }: RequestDraft): string | null {
  const success = responses.find(({ status }) => status.startsWith('2'));
  if (!success?.headers.some(({ name }) => name.toLowerCase() === 'content-disposition')) return null;
  const [, collection] = path.split('/');
  const [format = 'json'] = /^\w+$/.exec(values['query:format'] ?? '') ?? [];
  return `${collection}.${format}`;
}

function curl({ method, path, headers, body }: ApiRequest, baseUrl: string, file: string | null): string {
  // Without -X, curl sends a POST if there is a body, and a GET otherwise.
  const isUsual = method === (body ? 'POST' : 'GET');
  return [
    `curl ${isUsual ? '' : `-X ${method} `}${quoteForShell(baseUrl + path)}`,
    `-H "X-API-Key: $${KEY_VARIABLE}"`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    body && 'text' in body && `--data-raw ${quoteForShell(body.text)}`,
    body && 'file' in body && `--data-binary ${quoteForShell(`@${body.file}`)}`,
    file && `-o ${quoteForShell(file)}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

function javascript(
  { method, path, headers, body }: ApiRequest,
  baseUrl: string,
  file: string | null,
): string {
  const headerLines = headers
    .map(([name, value]) => `    ${headerKey(name)}: ${quoteForJavaScript(value)},\n`)
    .join('');
  const imports = [
    ...(body && 'file' in body ? [`import { readFile } from 'node:fs/promises';\n`] : []),
    ...(file ? [`import { writeFile } from 'node:fs/promises';\n`] : []),
  ];
  const readStatement = file
    ? `await writeFile(${quoteForJavaScript(file)}, response.body);`
    : method === 'DELETE'
      ? 'console.log(response.status);'
      : 'console.log(await response.json());';
  return `${imports.length > 0 ? `${imports.join('')}\n` : ''}const response = await fetch(${quoteForJavaScript(baseUrl + path)}, {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: {
    'X-API-Key': process.env.${KEY_VARIABLE},
${headerLines}  },
${body ? `  body: ${bodyExpression(body, headers)},\n` : ''}});
if (!response.ok) throw new Error((await response.json()).error.message);
${readStatement}`;
}

function bodyExpression(body: NonNullable<ApiRequest['body']>, headers: ApiRequest['headers']): string {
  if ('file' in body) return `await readFile(${quoteForJavaScript(body.file)})`;
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const literal = isJson(type) ? jsonLiteral(body.text) : null;
  return literal === null
    ? quoteForJavaScript(body.text)
    : `JSON.stringify(${literal.replaceAll('\n', '\n  ')})`;
}

/** JSON as an equivalent JavaScript literal; null if there is none or the text isn't JSON. */
function jsonLiteral(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    // In a literal, __proto__ sets the prototype; and JavaScript would round long or very large numbers.
    if (/__proto__|\\u005f|\d{16}|\de[+-]?\d{3}/i.test(text)) return null;
    return JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}

const headerKey = (header: string): string =>
  /^[A-Za-z]+$/.test(header) ? header : quoteForJavaScript(header);
