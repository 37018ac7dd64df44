import { jsQuoted, shellQuoted } from '../../../ui/code/quoting';
import type { OperationEntry } from '../../document/reference';
import { cliCommand } from './cli-command';
import { isJson, requestOf, type ApiRequest, type Draft } from './request';

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'cli'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The key is never part of a snippet: they read it from here. */
export const KEY_VARIABLE = 'FEEDBACK_API_KEY';

/** The call as it is filled in: for a POSIX shell, as an ES module for Node, as a command; null when there is none. */
export function snippetOf(
  language: SnippetLanguage,
  operation: OperationEntry,
  draft: Draft,
  baseUrl: string,
): string | null {
  const request = requestOf(operation, draft);
  const file = fileNameOf(operation, draft);
  if (language === 'cli') return cliCommand(operation, draft, file);
  return language === 'curl' ? curl(request, baseUrl, file) : javascript(request, baseUrl, file);
}

/** Where an answer goes that is a file; null for all others. */
function fileNameOf({ answers, path }: OperationEntry, { values }: Draft): string | null {
  const success = answers.find(({ status }) => status.startsWith('2'));
  if (!success?.headers.some(({ name }) => name.toLowerCase() === 'content-disposition')) return null;
  const [, collection] = path.split('/');
  const [format = 'json'] = /^\w+$/.exec(values['query:format'] ?? '') ?? [];
  return `${collection}.${format}`;
}

function curl({ method, path, headers, body }: ApiRequest, baseUrl: string, file: string | null): string {
  // With a body curl posts by itself, without one it gets.
  const isUsual = method === (body ? 'POST' : 'GET');
  return [
    `curl ${isUsual ? '' : `-X ${method} `}${shellQuoted(baseUrl + path)}`,
    `-H "X-API-Key: $${KEY_VARIABLE}"`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    body && 'text' in body && `--data-raw ${shellQuoted(body.text)}`,
    body && 'file' in body && `--data-binary ${shellQuoted(`@${body.file}`)}`,
    file && `-o ${shellQuoted(file)}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

function javascript(
  { method, path, headers, body }: ApiRequest,
  baseUrl: string,
  file: string | null,
): string {
  const sent = headers.map(([name, value]) => `    ${nameOf(name)}: ${jsQuoted(value)},\n`).join('');
  const modules = [
    ...(body && 'file' in body ? [`import { readFile } from 'node:fs/promises';\n`] : []),
    ...(file ? [`import { writeFile } from 'node:fs/promises';\n`] : []),
  ];
  const read = file
    ? `await writeFile(${jsQuoted(file)}, response.body);`
    : method === 'DELETE'
      ? 'console.log(response.status);'
      : 'console.log(await response.json());';
  return `${modules.length > 0 ? `${modules.join('')}\n` : ''}const response = await fetch(${jsQuoted(baseUrl + path)}, {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: {
    'X-API-Key': process.env.${KEY_VARIABLE},
${sent}  },
${body ? `  body: ${bodyOf(body, headers)},\n` : ''}});
if (!response.ok) throw new Error((await response.json()).error.message);
${read}`;
}

function bodyOf(body: NonNullable<ApiRequest['body']>, headers: ApiRequest['headers']): string {
  if ('file' in body) return `await readFile(${jsQuoted(body.file)})`;
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const literal = isJson(type) ? literalOf(body.text) : null;
  return literal === null ? jsQuoted(body.text) : `JSON.stringify(${literal.replaceAll('\n', '\n  ')})`;
}

/** JSON as an object of JavaScript, where that is the same; null where it is not, or where it is no JSON. */
function literalOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    // A member of this name would set the prototype instead; and figures may be more exact than JavaScript's.
    if (/__proto__|\\u005f|\d{16}|\de[+-]?\d{3}/i.test(text)) return null;
    return JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}

const nameOf = (header: string): string => (/^[A-Za-z]+$/.test(header) ? header : jsQuoted(header));
