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

/** Runs the scripts in a POSIX shell and returns the arguments and standard input of each call of the command. */
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

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** Runs the code sample with a fake fetch and returns the recorded request. */
async function fetched(code: string): Promise<SentRequest> {
  let sent: SentRequest | undefined;
  const fetch = (url: string, init: SentRequest) => {
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
  ) as (...args: unknown[]) => Promise<void>;
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
  // Arguments cannot contain NUL; this test uses 1 and 2 as separators.
  .map((parts) => parts.join('').replace(/[\0\u0001\u0002]/g, ''))
  .filter((text) => text !== '');
const header = hostile.map((text) => text.replace(/[^\x20-\x7e]/g, '')).filter((text) => text.trim() !== '');

/** An operation with hostile text in its parameters and body. */
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

/** Operations whose CLI commands read no JSON body from standard input. */
/** A vote is that of the browser that sends it. */
const WITHOUT_COMMAND = ['voteForFeedback'];
const FLAGS_ONLY = ['createNote', 'publishFeedback', 'replayWebhook', 'rotateWebhookSecret'];

/** Reads arguments of `feedback webhooks create` as the CLI does. */
function fieldsOf(args: readonly string[]): object {
  const headers: [string, string][] = [];
  const fields: [string, unknown][] = [];
  for (let at = 0; at < args.length; at++) {
    const [, name, joined] = /^--([a-z]+)(?:=(.*))?$/s.exec(args[at]!) ?? [];
    const value = joined ?? (name === undefined ? args[at]! : args[++at]!);
    const [, header, text] = /^([^\s:]+):\s*(.*)$/s.exec(value) ?? [];
    if (name === 'header') headers.push([header!, text!]);
    else if (name === 'events') fields.push([name, value.split(',')]);
    else fields.push([name ?? 'url', value]);
  }
  return Object.fromEntries([
    ...fields,
    ...(headers.length > 0 ? [['headers', Object.fromEntries(headers)]] : []),
  ]);
}

describe('buildSnippet with any input', () => {
  it('creates a curl command that sends the request', () => {
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

  it('creates JavaScript code that sends the request', async () => {
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

  it('creates a CLI command that receives every value', () => {
    const hasCommand = ({ operation, draft }: { operation: OperationEntry; draft: RequestDraft }) =>
      buildSnippet('cli', operation, draft, BASE) !== null;
    const cases = fc
      .sample(filledIn, 200)
      .filter((one) => ![...FLAGS_ONLY, ...WITHOUT_COMMAND].includes(one.operation.id) || hasCommand(one));
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
        if (parameter.in === 'path' || parameter.name === 'metric') expect(args).toContain(value);
        else if (isTrue) expect(args).toContain(name);
        else expect(args[args.indexOf(name) + 1] === value || args.includes(`${name}=${value}`)).toBe(true);
      }
      if (stdin !== '') expect(stdin).toBe(body);
    });
  });

  it('creates a command for a webhook that receives every field', () => {
    const value = fc.oneof(hostile, fc.constantFrom('', '-'));
    const body = fc.record(
      {
        url: value,
        events: fc.array(value, { maxLength: 3 }),
        headers: fc.dictionary(hostile, value, { maxKeys: 2, noNullPrototype: true }),
        description: fc.option(value),
      },
      { requiredKeys: ['url', 'events'] },
    );
    const drafts = fc.sample(body, 200).map((fields) => JSON.stringify(fields));
    const codes = drafts.map((text) => snippet('cli', operationById('createWebhook'), { body: text })!);
    ran('feedback', codes).forEach(({ args, stdin }, index) => {
      expect(args.splice(0, 2)).toEqual(['webhooks', 'create']);
      expect(args.length > 0 ? fieldsOf(args) : JSON.parse(stdin)).toEqual(JSON.parse(drafts[index]!));
    });
  });

  it('never contains the API key', () => {
    fc.assert(
      fc.property(filledIn, fc.constantFrom(...SNIPPET_LANGUAGES), ({ operation, draft }, language) => {
        expect(String(buildSnippet(language, operation, draft, BASE))).not.toContain('fb_live_');
      }),
    );
  });
});

describe('buildSnippet', () => {
  it('formats a list request', () => {
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

  it('formats a create request', () => {
    expect(snippet('cli', operationById('createFeedback'))).toBe("feedback create --title 'Dark mode'");
    expect(snippet('javascript', operationById('createFeedback'))).toContain(`body: JSON.stringify({
    "title": "Dark mode"
  }),`);
  });

  it('uses the whoami command for GET /key', () => {
    const key = { ...operationById('listFeedback'), path: '/key', parameters: [] };
    expect(snippet('cli', key)).toBe('feedback whoami');
  });

  it('omits the source flag of the create command, which the CLI sets itself', () => {
    const create = operationById('createFeedback');
    const source = { ...operationById('listFeedback').parameters[0]!, in: 'query' as const, name: 'source' };
    const operation = { ...create, parameters: [...create.parameters, source] };
    const values = { 'query:source': 'mcp' };
    expect(snippet('cli', operation, { values })).toBe("feedback create --title 'Dark mode'");
    expect(snippet('curl', operation, { values })).toContain('/feedback?source=mcp');
  });

  it.each([
    '{"description":null}',
    '{"description":"-"}',
    '{"external_id":""}',
    '{"external_id":null}',
    '{"merged_into":"none"}',
    '{"add_tags":["a,b"]}',
    '{"add_tags":["a"," "]}',
    '{"links":[{"url":"http://a","kind":"call"}]}',
    '{"links":[{"url":"http://a b"}]}',
    '{"links":null}',
    '{"unknown":"x"}',
    '{}',
  ])('passes a body that flags cannot express on standard input: %s', (body) => {
    const change = { values: { 'path:id': 'x' }, body };
    expect(snippet('cli', operationById('updateFeedback'), change)).toBe(
      `printf '%s' '${body}' | feedback update x`,
    );
  });

  it('formats lists of tags', () => {
    const change = { body: '{"add_tags":["a","b c"],"remove_tags":[]}' };
    expect(snippet('cli', operationById('updateFeedback'), change)).toBe(
      "feedback update ID --add-tags 'a,b c' --remove-tags ''",
    );
    const item = { body: '{"title":"T","tags":["-a"]}' };
    expect(snippet('cli', operationById('createFeedback'), item)).toBe('feedback create --title T --tags=-a');
  });

  it('formats links without kinds and titles', () => {
    const change = { body: '{"links":[{"url":"http://a"},{"url":"http://b"}]}' };
    expect(snippet('cli', operationById('updateFeedback'), change)).toBe(
      "feedback update ID --links 'http://a http://b'",
    );
  });

  it.each([
    ['getFeedbackByExternalId', '', 'get --external EXTERNAL_ID'],
    ['updateFeedbackByExternalId', '{"external_id":"17"}', 'update --external EXTERNAL_ID --external-id 17'],
    ['deleteFeedbackByExternalId', '', 'delete --external EXTERNAL_ID'],
    ['upsertFeedback', '{"title":"T"}', 'upsert EXTERNAL_ID --title T'],
    ['upsertFeedbackByBody', '{"external_id":"..","title":"T"}', 'upsert .. --title T'],
  ])('formats requests with external IDs: %s %s', (id, body, command) => {
    expect(snippet('cli', operationById(id), { body })).toBe(`feedback ${command}`);
  });

  it.each([
    '{"external_id":"17"}',
    '{"title":"T"}',
    '{"external_id":"-17","title":"T"}',
    '{"external_id":"","title":"T"}',
  ])('passes an upsert that arguments cannot express on standard input: %s', (body) => {
    expect(snippet('cli', operationById('upsertFeedbackByBody'), { body })).toBe(
      `printf '%s' '${body}' | feedback upsert`,
    );
  });

  it('puts an external ID that looks like a flag last', () => {
    const values = { 'path:external_id': '-17' };
    expect(snippet('cli', operationById('deleteFeedbackByExternalId'), { values })).toBe(
      'feedback delete --external -- -17',
    );
  });

  it('formats a delete request', () => {
    const values = { 'path:id': 'x', 'header:If-Match': '"3"' };
    expect(snippet('cli', operationById('deleteFeedback'), { values })).toBe(
      `feedback delete x --if-match '"3"'`,
    );
    expect(snippet('curl', operationById('deleteFeedback'), { values })).toContain(
      `curl -X DELETE '${BASE}/feedback/x'`,
    );
  });

  it('shows a placeholder for a missing path parameter', () => {
    expect(snippet('cli', operationById('getFeedback'))).toBe('feedback get ID');
    expect(snippet('curl', operationById('getFeedback'))).toContain('/feedback/{id}');
  });

  it('uses = for a value that looks like a flag', () => {
    const list = operationById('listFeedback');
    expect(snippet('cli', list, { values: { 'query:status': '-x' } })).toBe('feedback list --status=-x');
  });

  it('sends a file by its name', async () => {
    const operation = operationById('createFeedback');
    const file = { name: "it's.csv" } as File;
    expect(snippet('curl', operation, { file })).toContain(`--data-binary '@it'\\''s.csv'`);
    expect((await fetched(snippet('javascript', operation, { file })!)).body).toBe("file it's.csv");
    expect(snippet('cli', operation, { file })).toBe(`feedback create 'it'\\''s.csv'`);
  });

  it('saves a file response under a name with its format', () => {
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

  it('has a CLI command for every operation', () => {
    const without = operations.filter((one) => snippet('cli', one) === null).map(({ id }) => id);
    expect(without).toEqual(WITHOUT_COMMAND);
  });

  it.each<[string, string, string]>([
    [
      'createWebhook',
      '{"url":"https://example.com/a","events":["*"]}',
      "create https://example.com/a --events '*'",
    ],
    [
      'createWebhook',
      '{"url":"https://example.com/a?b","events":["a","b"],"headers":{"A":"b c","D":""},"description":"-x"}',
      "create \\\n  'https://example.com/a?b' \\\n  --events a,b \\\n  --header 'A: b c' \\\n  --header 'D: ' \\\n  --description=-x",
    ],
    ['updateWebhook', '{"status":"active"}', 'update ID --status active'],
    ['updateWebhook', '{"exclude_actor":"import"}', 'update ID --exclude-actor import'],
    ['replayWebhook', '{"since":"2026-03-03T21:00:00Z"}', 'replay ID --since 2026-03-03T21:00:00Z'],
    ['replayWebhook', '{"since":"a","dry_run":true}', 'replay ID --since a --dry-run'],
    ['replayWebhook', '{"since":"a","dry_run":false}', 'replay ID --since a'],
    ['rotateWebhookSecret', '{}', 'rotate-secret ID'],
    ['rotateWebhookSecret', '{"overlap_seconds":0}', 'rotate-secret ID --overlap 0'],
    ['retryWebhookDelivery', '', 'retry ID DELIVERY_ID'],
  ])('formats a webhook request: %s %s', (id, body, command) => {
    expect(snippet('cli', operationById(id), { body })).toBe(`feedback webhooks ${command}`);
  });

  it.each([
    [
      'createRequests',
      '{"email":"eve@example.com","value":5.5}',
      'add ID --email eve@example.com --value 5.5',
    ],
    ['createRequests', '{"count":12}', 'add ID --count 12'],
    ['updateRequest', '{"company":"-x"}', 'update ID REQUEST_ID --company=-x'],
    ['getRequest', '', 'get ID REQUEST_ID'],
    ['deleteRequest', '', 'delete ID REQUEST_ID'],
  ])('formats requests: %s %s', (id, body, command) => {
    expect(snippet('cli', operationById(id), { body })?.replaceAll(' \\\n  ', ' ')).toBe(
      `feedback requests ${command}`,
    );
  });

  it.each([
    ['createRequests', '{"requests":[{"count":2}]}', 'add ID'],
    ['createRequests', '{"count":-2}', 'add ID'],
    ['createRequests', '{}', 'add ID'],
    ['updateRequest', '{"company":null}', 'update ID REQUEST_ID'],
  ])('passes requests that flags cannot express on standard input: %s %s', (id, body, command) => {
    expect(snippet('cli', operationById(id), { body })).toBe(
      `printf '%s' '${body}' | feedback requests ${command}`,
    );
  });

  it.each([
    [
      'createChangelogEntry',
      '{"title":"T","text":"-x","items":["a","b"]}',
      'create --title T --text=-x --items a,b',
    ],
    ['updateChangelogEntry', '{"items":[]}', "update ID --items ''"],
    [
      'updateChangelogEntry',
      '{"status":"published","set_shipped":true,"notify":true}',
      'update ID --status published --set-shipped --notify',
    ],
    ['updateChangelogEntry', '{"notify":false}', 'update ID --no-notify'],
    ['listChangelogEntries', '', 'list'],
  ])('formats the changelog: %s %s', (id, body, command) => {
    expect(snippet('cli', operationById(id), { body })?.replaceAll(' \\\n  ', ' ')).toBe(
      `feedback changelog ${command}`,
    );
  });

  it.each([
    '{"text":"-"}',
    '{"items":["a,b"]}',
    '{"set_shipped":false}',
    '{"notify":null}',
    '{"title":null}',
  ])('passes a change of the changelog that flags cannot express on standard input: %s', (body) => {
    expect(snippet('cli', operationById('updateChangelogEntry'), { body })).toBe(
      `printf '%s' '${body}' | feedback changelog update ID`,
    );
  });

  it('formats notes, similar items, and statistics', () => {
    const note = { body: '{"text":"Ada needs this."}' };
    expect(snippet('cli', operationById('createNote'), note)).toBe("feedback notes add ID 'Ada needs this.'");
    const card = { body: '{"title":"T","text":""}' };
    expect(snippet('cli', operationById('publishFeedback'), card)).toBe(
      "feedback publish ID --title T --text ''",
    );
    const title = { values: { 'query:title': 'PDF' } };
    expect(snippet('cli', operationById('findSimilarFeedback'), title)).toBe('feedback similar --title PDF');
    const stats = { values: { 'query:metric': 'created', 'query:time_zone': 'UTC' } };
    expect(snippet('cli', operationById('getFeedbackStats'), stats)).toBe(
      'feedback stats created --time-zone UTC',
    );
  });

  it.each([
    ['createWebhook', '{"url":"https://example.com"}'],
    ['createWebhook', '{"url":"-x","events":["*"]}'],
    ['createWebhook', '{"url":"x","events":["a,b"]}'],
    ['updateWebhook', '{}'],
    ['updateWebhook', '{"headers":{}}'],
    ['updateWebhook', '{"description":null}'],
    ['updateWebhook', '{"exclude_actor":null}'],
    ['updateWebhook', '{"description":""}'],
    ['updateWebhook', '{"headers":{"A":" b"}}'],
    ['updateWebhook', '{"unknown":"x"}'],
  ])('passes a webhook that flags cannot express on standard input: %s %s', (id, body) => {
    expect(snippet('cli', operationById(id), { body })).toContain(
      `printf '%s' '${body}' | feedback webhooks `,
    );
  });

  it.each([
    ['replayWebhook', '{}'],
    ['replayWebhook', '{"since":1}'],
    ['replayWebhook', '{"since":"a","more":"b"}'],
    ['rotateWebhookSecret', '{"overlap_seconds":-1}'],
    ['rotateWebhookSecret', '['],
    ['createNote', '{"text":"-x"}'],
    ['createNote', '{}'],
    ['publishFeedback', '{"text":"x"}'],
    ['publishFeedback', '{"title":5}'],
  ])('is null for a body that the command cannot send: %s %s', (id, body) => {
    expect(snippet('cli', operationById(id), { body })).toBeNull();
  });

  it('is null for an operation without a CLI command', () => {
    const unknown = { ...operationById('listFeedback'), path: '/other' };
    expect(snippet('cli', unknown)).toBeNull();
    expect(selectedContent(unknown, draft(unknown))).toBeUndefined();
  });
});
