import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import {
  ITEM_PLACEHOLDER,
  KEY_VARIABLE,
  LANGUAGES,
  OPERATIONS,
  snippet,
  type Operation,
  type SnippetContext,
} from './snippets';

const run = promisify(execFile);
const SECRET = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
const ITEM = '019a1b2c-0000-7000-8000-000000000001';
const context = (change: Partial<SnippetContext> = {}): SnippetContext => ({
  apiUrl: 'https://feedback.example.com/api/v1',
  secret: null,
  origin: null,
  itemId: ITEM,
  ...change,
});
const everySnippet = (context: SnippetContext): readonly string[] =>
  LANGUAGES.flatMap((language) => OPERATIONS.full.map((operation) => snippet(language, operation, context)));

describe('snippet', () => {
  it('contains the key while it is shown', () => {
    for (const code of everySnippet(context({ secret: SECRET }))) {
      expect(code).toContain(SECRET);
      expect(code).not.toContain(KEY_VARIABLE);
    }
  });

  it('reads the key from the environment otherwise', () => {
    for (const code of everySnippet(context())) expect(code).toContain(KEY_VARIABLE);
  });

  it('contains a placeholder for the ID if there is no item', () => {
    for (const language of LANGUAGES) {
      expect(snippet(language, 'update', context({ itemId: null }))).toContain(
        `/feedback/${ITEM_PLACEHOLDER}`,
      );
    }
  });
});

describe('OPERATIONS', () => {
  it('allows a submit key only to create, and a read key only to list', () => {
    expect(OPERATIONS).toEqual({ full: ['list', 'create', 'update'], read: ['list'], submit: ['create'] });
  });
});

describe('curl', () => {
  /** The arguments that a POSIX shell passes to curl. */
  const argumentsOf = async (code: string, environment = {}): Promise<readonly string[]> => {
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${code}`], {
      env: environment,
    });
    return stdout.trimEnd().split('\n');
  };

  it('is one command that reads the key from the environment', async () => {
    expect(await argumentsOf(snippet('curl', 'list', context()), { [KEY_VARIABLE]: SECRET })).toEqual([
      'https://feedback.example.com/api/v1/feedback?limit=5',
      '-H',
      `X-API-Key: ${SECRET}`,
    ]);
  });

  it('updates with a body', async () => {
    expect(await argumentsOf(snippet('curl', 'update', context({ secret: SECRET })))).toEqual([
      '-X',
      'PATCH',
      `https://feedback.example.com/api/v1/feedback/${ITEM}`,
      '-H',
      `X-API-Key: ${SECRET}`,
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"status":"planned"}',
    ]);
  });

  it('sends the origin of a submit key as a browser would', async () => {
    const code = snippet('curl', 'create', context({ secret: SECRET, origin: 'https://www.example.com' }));
    expect(await argumentsOf(code)).toContain('Origin: https://www.example.com');
  });

  it('quotes any base URL for the shell', async () => {
    const apiUrl = "https://feedback.example.com/'$(exit 3)'`exit 4`";
    const [url] = await argumentsOf(snippet('curl', 'list', context({ apiUrl, secret: SECRET })));
    expect(url).toBe(`${apiUrl}/feedback?limit=5`);
  });
});

describe('JavaScript', () => {
  interface Seen {
    readonly line: string;
    readonly key: string | undefined;
    readonly type: string | undefined;
    readonly body: string;
  }
  let server: Server;
  let seen: Seen[];
  let responseBody: unknown;

  beforeEach(async () => {
    seen = [];
    responseBody = { data: [{ title: 'Dark mode' }] };
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const { 'x-api-key': key, 'content-type': type } = request.headers;
        seen.push({ line: `${request.method} ${request.url}`, key: key?.toString(), type, body });
        response.end(JSON.stringify(responseBody));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  const ran = (operation: Operation, secret: string | null) => {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    const code = snippet('javascript', operation, context({ apiUrl, secret }));
    return run(process.execPath, ['--input-type=module', '-e', code], { env: { [KEY_VARIABLE]: SECRET } });
  };

  it.each([
    ['list', 'GET /api/v1/feedback?limit=5', undefined, ''],
    [
      'create',
      'POST /api/v1/feedback',
      'application/json',
      '{"title":"Dark mode","description":"For working at night."}',
    ],
    ['update', `PATCH /api/v1/feedback/${ITEM}`, 'application/json', '{"status":"planned"}'],
  ] as const)('sends the %s request', async (operation, line, type, body) => {
    const { stdout } = await ran(operation, SECRET);
    expect(stdout).toContain('Dark mode');
    expect(seen).toEqual([{ line, key: SECRET, type, body }]);
  });

  it('reads the key from the environment', async () => {
    await ran('list', null);
    expect(seen[0]?.key).toBe(SECRET);
  });

  it('throws the error message of the API', async () => {
    responseBody = { error: { message: 'Invalid API key' } };
    await expect(ran('list', SECRET)).rejects.toThrow('Invalid API key');
  });

  it('does not read the environment in code for a web page', () => {
    const code = snippet('javascript', 'create', context({ origin: 'https://www.example.com' }));
    expect(code).not.toContain('process.env');
  });
});

describe('Python', () => {
  it('is a complete program', () => {
    expect(snippet('python', 'create', context({ origin: 'https://www.example.com' })))
      .toBe(`import json, os, urllib.request

request = urllib.request.Request(
    "https://feedback.example.com/api/v1/feedback",
    method="POST",
    headers={
        "X-API-Key": os.environ["FEEDBACK_API_KEY"],
        "Origin": "https://www.example.com",
        "Content-Type": "application/json",
    },
    data=json.dumps({"title": "Dark mode", "description": "For working at night."}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`);
  });

  it('omits method and body for a list', () => {
    expect(snippet('python', 'list', context({ secret: SECRET }))).toBe(`import json, urllib.request

request = urllib.request.Request(
    "https://feedback.example.com/api/v1/feedback?limit=5",
    headers={"X-API-Key": "${SECRET}"},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`);
  });
});
