import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../document/openapi';
import { buildReference, type OperationEntry } from '../../document/reference';
import { selectedContent, parameterKey, createDraft, buildRequest, type RequestDraft } from './request';
import { KEY_VARIABLE, SNIPPET_LANGUAGES, buildSnippet, type SnippetLanguage } from './snippets';

const COMMITTED = resolve(__dirname, '../../../../../api/openapi.json');
const { operations } = buildReference(JSON.parse(readFileSync(COMMITTED, 'utf8')) as OpenApiDocument);
const BASE = 'https://feedback.example.com/api/v1';
const SECRET = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
const operationById = (id: string) => operations.find((one) => one.id === id)!;
const draft = (operation: OperationEntry, change: Partial<RequestDraft> = {}): RequestDraft => ({
  ...createDraft(operation),
  ...change,
});
const snippet = (language: SnippetLanguage, operation: OperationEntry, change: Partial<RequestDraft> = {}) =>
  buildSnippet(language, operation, draft(operation, change), BASE);

/** What a POSIX shell hands to a command of this name: its arguments, and what it reads. */
function ran(name: 'curl' | 'feedback', scripts: readonly string[]): { args: string[]; stdin: string }[] {
  const report = `${name}() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '\\1'; if [ -p /dev/stdin ]; then cat; fi; printf '\\2'; }`;
  const out = execFileSync('sh', {
    input: [report, ...scripts].join('\n'),
    env: { [KEY_VARIABLE]: SECRET },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return out
    .split('\u0002')
    .slice(0, -1)
    .map((call) => {
      const [args = '', ...stdin] = call.split('\u0001');
      return { args: args.split('\0').slice(0, -1), stdin: stdin.join('\u0001') };
    });
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** Runs the snippet with a fetch that only notes what it was asked. */
async function fetched(code: string): Promise<Sent> {
  let sent: Sent | undefined;
  const fetch = (url: string, init: Sent) => {
    sent = { ...init, method: init.method ?? 'GET', url };
    return Promise.resolve({ ok: true, status: 204, json: () => Promise.resolve({}), body: '' });
  };
  const run = new Function(
    'fetch',
    'process',
    'console',
    'readFile',
    'writeFile',
    `return (async () => { ${code.replace(/^import .*$/gm, '')} })()`,
  ) as (...given: unknown[]) => Promise<void>;
  const file = (name: string) => Promise.resolve(`file ${name}`);
  await run(fetch, { env: { [KEY_VARIABLE]: SECRET } }, { log: () => undefined }, file, file);
  return sent!;
}

const HOSTILE = [
  "'",
  '"',
  '`',
  '$',
  '$(exit 3)',
  '\\',
  '\n',
  '\r\n',
  '${x}',
  '!',
  '-',
  '@',
  '&',
  '💥',
  '\u2028',
  '*',
  '~',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { minLength: 1, maxLength: 6 })
  // No argument of a command can hold NUL; 1 and 2 are this test's own.
  .map((parts) => parts.join('').replace(/[\0\u0001\u0002]/g, ''))
  .filter((text) => text !== '');
const header = hostile.map((text) => text.replace(/[^\x20-\x7e]/g, '')).filter((text) => text.trim() !== '');

/** An operation with hostile text in everything that can be filled in. */
const filledIn = fc.constantFrom(...operations).chain((operation) =>
  fc
    .record({
      values: fc.record(
        Object.fromEntries(
          operation.parameters.map((one) => [parameterKey(one), one.in === 'header' ? header : hostile]),
        ),
        { requiredKeys: [] },
      ),
      body: operation.body
        ? fc.oneof(
            hostile,
            fc.jsonValue().map((value) => JSON.stringify(value)),
            fc.constant('{"__proto__":{"a":1}}'),
          )
        : fc.constant(''),
    })
    .map((change) => ({ operation, draft: draft(operation, change as Partial<RequestDraft>) })),
);

describe('whatever is filled in', () => {
  it('curl sends it', () => {
    const cases = fc.sample(filledIn, 200);
    const received = ran(
      'curl',
      cases.map(({ operation, draft }) =>
        `${buildSnippet('curl', operation, draft, BASE)}`.replace(/ \\\n {2}-o '[^']*'$/, ''),
      ),
    );
    expect(received.length).toBe(cases.length);
    cases.forEach(({ operation, draft }, index) => {
      const { method, path, headers, body } = buildRequest(operation, draft);
      const { args } = received[index]!;
      expect(args.filter((_, at) => args[at - 1] === '-H')).toEqual([
        `X-API-Key: ${SECRET}`,
        ...headers.map(([name, value]) => `${name}: ${value}`),
      ]);
      expect(args).toContain(BASE + path);
      expect(args.includes('-X') ? args[args.indexOf('-X') + 1] : body ? 'POST' : 'GET').toBe(method);
      expect(args.includes('--data-raw') ? args[args.indexOf('--data-raw') + 1] : null).toBe(
        body && 'text' in body ? body.text : null,
      );
    });
  });

  it('JavaScript sends it', async () => {
    await fc.assert(
      fc.asyncProperty(filledIn, async ({ operation, draft }) => {
        const { method, path, headers, body } = buildRequest(operation, draft);
        const sent = await fetched(buildSnippet('javascript', operation, draft, BASE)!);
        expect([sent.method, sent.url]).toEqual([method, BASE + path]);
        expect(Object.entries(sent.headers)).toEqual([['X-API-Key', SECRET], ...headers]);
        const text = body && 'text' in body ? body.text : undefined;
        const isObject = buildSnippet('javascript', operation, draft, BASE)!.includes('JSON.stringify(');
        if (isObject) expect(JSON.parse(sent.body!)).toEqual(JSON.parse(text!));
        else expect(sent.body).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('the command gets it', () => {
    const cases = fc.sample(filledIn, 200);
    const codes = cases.map(({ operation, draft }) => buildSnippet('cli', operation, draft, BASE)!);
    const received = ran(
      'feedback',
      codes.map((code) => code.replace(/ > '[^']*'$/, '')),
    );
    expect(received.length).toBe(cases.length);
    cases.forEach(({ operation, draft: { values, body } }, index) => {
      const { args, stdin } = received[index]!;
      for (const parameter of operation.parameters) {
        if (parameter.name === 'source') continue;
        const value = values[parameterKey(parameter)] ?? '';
        if (value === '') continue;
        const name = `--${parameter.name.toLowerCase().replaceAll('_', '-')}`;
        const isTrue = parameter.schema.type === 'boolean' && value === 'true';
        if (parameter.in === 'path') expect(args).toContain(value);
        else if (isTrue) expect(args).toContain(name);
        else expect(args[args.indexOf(name) + 1] === value || args.includes(`${name}=${value}`)).toBe(true);
      }
      if (stdin !== '') expect(stdin).toBe(body);
    });
  });

  it('the key is in none of them', () => {
    fc.assert(
      fc.property(filledIn, fc.constantFrom(...SNIPPET_LANGUAGES), ({ operation, draft }, language) => {
        expect(buildSnippet(language, operation, draft, BASE)).not.toContain('fb_live_');
      }),
    );
  });
});

describe('what is written', () => {
  it('a list', () => {
    const values = { 'query:status': 'planned', 'query:include_total': 'true' };
    expect(snippet('curl', operationById('listFeedback'), { values })).toBe(
      `curl '${BASE}/feedback?status=planned&include_total=true' \\\n  -H "X-API-Key: $FEEDBACK_API_KEY"`,
    );
    expect(snippet('cli', operationById('listFeedback'), { values })).toBe(
      'feedback list --status planned --include-total',
    );
    expect(snippet('javascript', operationById('listFeedback')))
      .toBe(`const response = await fetch('${BASE}/feedback', {
  headers: {
    'X-API-Key': process.env.FEEDBACK_API_KEY,
  },
});
if (!response.ok) throw new Error((await response.json()).error.message);
console.log(await response.json());`);
  });

  it('a create', () => {
    expect(snippet('cli', operationById('createFeedback'))).toBe("feedback create --title 'Dark mode'");
    expect(snippet('javascript', operationById('createFeedback'))).toContain(`body: JSON.stringify({
    "title": "Dark mode"
  }),`);
  });

  it('the key that asks', () => {
    const key = { ...operationById('listFeedback'), path: '/key', parameters: [] };
    expect(snippet('cli', key)).toBe('feedback whoami');
  });

  it('no flag for a source, which the tool does not choose', () => {
    const create = operationById('createFeedback');
    const source = { ...operationById('listFeedback').parameters[0]!, in: 'query' as const, name: 'source' };
    const operation = { ...create, parameters: [...create.parameters, source] };
    const values = { 'query:source': 'mcp' };
    expect(snippet('cli', operation, { values })).toBe("feedback create --title 'Dark mode'");
    expect(snippet('curl', operation, { values })).toContain('/feedback?source=mcp');
  });

  it.each(['{"description":null}', '{"description":"-"}', '{}'])(
    'an update with what no flag can say: %s',
    (body) => {
      const change = { values: { 'path:id': 'x' }, body };
      expect(snippet('cli', operationById('updateFeedback'), change)).toBe(
        `printf '%s' '${body}' | feedback update x`,
      );
    },
  );

  it('a delete', () => {
    const values = { 'path:id': 'x', 'header:If-Match': '"3"' };
    expect(snippet('cli', operationById('deleteFeedback'), { values })).toBe(
      `feedback delete x --if-match '"3"'`,
    );
    expect(snippet('curl', operationById('deleteFeedback'), { values })).toContain(
      `curl -X DELETE '${BASE}/feedback/x'`,
    );
  });

  it('a missing path parameter, by its name', () => {
    expect(snippet('cli', operationById('getFeedback'))).toBe('feedback get ID');
    expect(snippet('curl', operationById('getFeedback'))).toContain('/feedback/{id}');
  });

  it('a value that looks like a flag', () => {
    const list = operationById('listFeedback');
    expect(snippet('cli', list, { values: { 'query:status': '-x' } })).toBe('feedback list --status=-x');
  });

  it('a file, by its name', async () => {
    const operation = operationById('createFeedback');
    const file = { name: "it's.csv" } as File;
    expect(snippet('curl', operation, { file })).toContain(`--data-binary '@it'\\''s.csv'`);
    expect((await fetched(snippet('javascript', operation, { file })!)).body).toBe("file it's.csv");
    expect(snippet('cli', operation, { file })).toBe(`feedback create 'it'\\''s.csv'`);
  });

  it('a file that comes back, by what is in it', () => {
    const header = {
      name: 'Content-Disposition',
      type: '',
      required: true,
      description: '',
      facts: [],
      example: '',
    };
    const success = { status: '200', description: '', headers: [header], contents: [] };
    const exporting = { ...operationById('listFeedback'), path: '/feedback/export', responses: [success] };
    const values = { 'query:format': 'csv' };
    expect(snippet('curl', exporting, { values })).toMatch(/ -o 'feedback\.csv'$/);
    expect(snippet('javascript', exporting)).toMatch(
      /^import .*writeFile[^]*await writeFile\('feedback\.json'/,
    );
    expect(snippet('cli', exporting, { values: { 'query:format': '../x' } })).toMatch(/ > 'feedback\.json'$/);
  });

  it('a command for every operation of the document', () => {
    expect(operations.filter((one) => snippet('cli', one) === null).map(({ id }) => id)).toEqual([]);
  });

  it('nothing for an operation that has no command', () => {
    const unknown = { ...operationById('listFeedback'), path: '/other' };
    expect(snippet('cli', unknown)).toBeNull();
    expect(selectedContent(unknown, draft(unknown))).toBeUndefined();
  });
});
