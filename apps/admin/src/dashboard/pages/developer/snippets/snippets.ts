import type { Permission } from '@libs/contract';
import { quoteForJavaScript, quoteForShell } from '../../../../ui/code/quoting';

export const LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Operation = 'list' | 'create' | 'update';

/** The operations that each permission allows, in the order of the tabs (api-keys.md 3). */
export const OPERATIONS: Readonly<Record<Permission, readonly Operation[]>> = {
  full: ['list', 'create', 'update'],
  read: ['list'],
  submit: ['create'],
};

export interface SnippetContext {
  /** `<base_url>/api/v1`. */
  readonly apiUrl: string;
  /** The secret while it is shown; if null, the code reads it from the environment. */
  readonly secret: string | null;
  /** The `Origin` for a submit key. */
  readonly origin: string | null;
  /** The item to update; null for a placeholder. */
  readonly itemId: string | null;
}

export const KEY_VARIABLE = 'FEEDBACK_API_KEY';
export const ITEM_PLACEHOLDER = 'FEEDBACK_ITEM_ID';
/** Reads the key without showing it or writing it to the shell history. */
export const SET_VARIABLE = `read -rs ${KEY_VARIABLE} && export ${KEY_VARIABLE}`;

interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly body?: Readonly<Record<string, string>>;
}

/** A complete program: for a POSIX shell, as an ES module for Node.js 20 or newer, or for Python 3. */
export function snippet(language: Language, operation: Operation, context: SnippetContext): string {
  return SNIPPET_BUILDERS[language](exampleRequest(operation, context), context);
}

function exampleRequest(operation: Operation, { apiUrl, itemId }: SnippetContext): ExampleRequest {
  switch (operation) {
    case 'list':
      return { method: 'GET', url: `${apiUrl}/feedback?limit=5` };
    case 'create':
      return {
        method: 'POST',
        url: `${apiUrl}/feedback`,
        body: { title: 'Dark mode', description: 'For working at night.' },
      };
    case 'update':
      return {
        method: 'PATCH',
        url: `${apiUrl}/feedback/${itemId ?? ITEM_PLACEHOLDER}`,
        body: { status: 'planned' },
      };
  }
}

const SNIPPET_BUILDERS: Readonly<
  Record<Language, (request: ExampleRequest, context: SnippetContext) => string>
> = {
  curl,
  javascript,
  python,
};

function curl({ method, url, body }: ExampleRequest, { secret, origin }: SnippetContext): string {
  const key = secret ? quoteForShell(`X-API-Key: ${secret}`) : `"X-API-Key: $${KEY_VARIABLE}"`;
  return [
    `curl ${method === 'PATCH' ? '-X PATCH ' : ''}${quoteForShell(url)}`,
    `-H ${key}`,
    origin && `-H ${quoteForShell(`Origin: ${origin}`)}`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d ${quoteForShell(JSON.stringify(body))}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

/** With an origin, the code is for a web page: the browser sends `Origin`, and there is no environment. */
function javascript({ method, url, body }: ExampleRequest, { secret, origin }: SnippetContext): string {
  const key = secret ?? (origin ? `YOUR_${KEY_VARIABLE}` : null);
  const headers = [
    `'X-API-Key': ${key ? quoteForJavaScript(key) : `process.env.${KEY_VARIABLE}`}`,
    body && `'Content-Type': 'application/json'`,
  ].filter(Boolean);
  return `const response = await fetch(${quoteForJavaScript(url)}, {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: { ${headers.join(', ')} },
${body ? `  body: JSON.stringify({ ${objectMembers(body, quoteForJavaScript)} }),\n` : ''}});
const { data, error } = await response.json();
if (error) throw new Error(error.message);
console.log(data);`;
}

function python({ method, url, body }: ExampleRequest, { secret, origin }: SnippetContext): string {
  const headers = [
    `"X-API-Key": ${secret ? pythonString(secret) : `os.environ["${KEY_VARIABLE}"]`}`,
    origin && `"Origin": ${pythonString(origin)}`,
    body && `"Content-Type": "application/json"`,
  ].filter(Boolean);
  const lines = [
    `    ${pythonString(url)},`,
    method !== 'GET' && `    method="${method}",`,
    `    headers={${headers.length > 1 ? `\n        ${headers.join(',\n        ')},\n    ` : headers[0]}},`,
    body &&
      `    data=json.dumps({${Object.entries(body)
        .map(([name, value]) => `"${name}": ${pythonString(value)}`)
        .join(', ')}}).encode(),`,
  ].filter(Boolean);
  return `import json${secret ? '' : ', os'}, urllib.request

request = urllib.request.Request(
${lines.join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`;
}

function objectMembers(body: Readonly<Record<string, string>>, quote: (text: string) => string): string {
  return Object.entries(body)
    .map(([name, value]) => `${name}: ${quote(value)}`)
    .join(', ');
}

/** JSON strings are valid in Python. */
const pythonString = (text: string): string => JSON.stringify(text);
