import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorResponse, jsonResponse, networkFailure } from '@libs/api-client/testing';
import { itemId, runCli, terminalInput } from '../../testing/items';

const ID = itemId(1);
const REQUEST_ID = itemId(2);
const REQUESTS = `/feedback/${ID}/requests`;
const request = (more: object = {}) => ({
  id: REQUEST_ID,
  feedback_id: ID,
  email: 'eve@example.com',
  name: null,
  company: null,
  value: null,
  quote: null,
  link: null,
  count: 1,
  source: 'api',
  confirmed_at: null,
  verified: false,
  created_at: '2026-03-03T09:58:00.000Z',
  ...more,
});
const page = (data: unknown[], next: string | null = null) =>
  jsonResponse({ data, pagination: { limit: 20, has_more: next !== null, next_cursor: next } });
const one = (more: object = {}, status = 200) => jsonResponse({ data: request(more) }, status);
const several = (count: number) => jsonResponse({ data: Array.from({ length: count }, () => request()) });

describe('feedback requests list', () => {
  const requests = [
    request({ company: 'Acme\x1b', value: 1200.5, quote: 'Our night\nshift needs it' }),
    request({ email: null, name: 'Forum', count: 12 }),
    request({ email: null, count: 3 }),
    request({ email: null }),
  ];

  it('shows a table on a terminal, without control characters', async () => {
    const { code, stdout } = await runCli(`requests ${ID} --no-color`, [page(requests)], { terminal: 130 });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/ {2,}/g, '|').trimEnd())).toEqual([
      'ID|PERSON|COMPANY|VALUE|QUOTE|AGE',
      `${REQUEST_ID}|eve@example.com|Acme␛|1200.5|Our night␊shift needs it|2m`,
      `${REQUEST_ID}|Forum × 12|2m`,
      `${REQUEST_ID}|3 people|2m`,
      `${REQUEST_ID}|–|2m`,
    ]);
  });

  it('keeps the persons on a narrow terminal', async () => {
    const { stdout } = await runCli(`requests ${ID} --no-color`, [page(requests)], { terminal: 60 });
    expect(stdout.split('\n')[0]).toBe(`ID${' '.repeat(36)}PERSON`);
  });

  it('prints one JSON request per line in a pipe, and pages', async () => {
    const first = await runCli(`requests list ${ID} --limit 1`, [page([requests[0]], 'c1')]);
    expect(JSON.parse(first.stdout)).toEqual(requests[0]);
    expect(first.stderr).toBe('More requests are available. To list them, use --all or --cursor c1.\n');
    const all = await runCli(`requests ${ID} --all --json`, [page([requests[0]], 'c1'), page([requests[1]])]);
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(all.requests.map(({ path }) => path)).toEqual([
      `${REQUESTS}?limit=100`,
      `${REQUESTS}?limit=100&cursor=c1`,
    ]);
  });
});

describe('feedback requests get', () => {
  it('shows the fields that have a value, or JSON', async () => {
    const more = { company: 'Acme\x1b', value: 5, quote: 'a\nb', confirmed_at: '2026-03-03T09:59:00.000Z' };
    const command = `requests get ${ID} ${REQUEST_ID}`;
    const { code, stdout, requests } = await runCli(command, [one(more)]);
    expect([code, requests[0]!.path]).toEqual([0, `${REQUESTS}/${REQUEST_ID}`]);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/).slice(0, 2).join(' ')),
    ).toEqual([
      `ID ${REQUEST_ID}`,
      'Email eve@example.com',
      'Company Acme␛',
      'Value 5',
      'Quote a␊b',
      'Count 1',
      'Source api',
      'Confirmed 2026-03-03T09:59:00.000Z',
      'Created 2026-03-03T09:58:00.000Z',
    ]);
    expect(JSON.parse((await runCli(`${command} --json`, [one()])).stdout)).toEqual({ data: request() });
    expect((await runCli(command, [errorResponse(404, 'request_not_found')])).code).toBe(4);
  });
});

describe('feedback requests add', () => {
  const flags = ['--email', 'eve@example.com', '--name', 'Eve', '--company', 'Acme', '--value', '1200.5'];

  it('sends its flags, and says whether the request is new', async () => {
    const argv = ['requests', 'add', ID, ...flags, '--quote', 'A', '--link', 'https://a'];
    const added = await runCli(argv, [one({}, 201)]);
    expect(added).toMatchObject({ code: 0, stdout: `${REQUEST_ID}\n`, stderr: 'Added 1 request\n' });
    const { email } = request();
    const fields = { email, name: 'Eve', company: 'Acme', value: 1200.5, quote: 'A', link: 'https://a' };
    expect(added.bodies).toEqual([fields]);
    const again = await runCli(`requests add ${ID} --count 12 --json`, [one()]);
    expect([JSON.parse(again.stdout), again.bodies]).toEqual([{ data: request() }, [{ count: 12 }]]);
    expect((await runCli(argv, [one()])).stderr).toBe('Updated the request of this email address\n');
    expect((await runCli(argv, [errorResponse(400, 'invalid_format')])).code).toBe(5);
  });

  it('names the flag of an invalid address', async () => {
    const message = 'Invalid email address: email';
    const rejection = errorResponse(400, 'invalid_format', {}, { message, param: 'email' });
    const { stderr } = await runCli(`requests add ${ID} --email x`, [rejection]);
    expect(stderr).toContain('Error: Invalid email address: --email\n');
  });

  it('sends lines of standard input', async () => {
    const stdin = ' eve@example.com \r\n\n{"count":2,"value":1.5}\n';
    for (const argv of [`requests add ${ID}`, `requests add ${ID} --file -`]) {
      const { stdout, stderr, bodies } = await runCli(argv, [several(2)], { stdin });
      expect([stdout, stderr]).toEqual([`${REQUEST_ID}\n${REQUEST_ID}\n`, 'Added or updated 2 requests\n']);
      expect(bodies).toEqual([{ requests: [{ email: 'eve@example.com' }, { count: 2, value: 1.5 }] }]);
    }
    const json = await runCli(`requests add ${ID} --json`, [several(2)], { stdin });
    expect(JSON.parse(json.stdout).data).toHaveLength(2);
  });

  it.each([
    ['{"email":"eve@example.com",\n "value":5}', [{ email: 'eve@example.com', value: 5 }]],
    ['[{"count":2},\n {"count":3}]', [{ count: 2 }, { count: 3 }]],
    ['{"requests":[{"count":2}]}', [{ count: 2 }]],
    ['{}', [{}]],
  ])('sends the requests of the JSON document %j', async (stdin, sent) => {
    const { bodies } = await runCli(`requests add ${ID}`, [several(sent.length)], { stdin });
    expect(bodies).toEqual([{ requests: sent }]);
  });

  describe('with a file', () => {
    let folder: string;
    beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'feedback-requests-'))));
    afterAll(() => rmSync(folder, { recursive: true }));
    const addFile = (content: string | Uint8Array, ...steps: Parameters<typeof runCli>[1] & {}) => {
      const file = join(folder, 'addresses.txt');
      writeFileSync(file, content);
      return runCli(['requests', 'add', ID, '--file', file], steps, { terminal: 80 });
    };
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, i) => `p${i}@example.com\n`).join('');

    it('sends 100 lines per request, and prints no IDs on a terminal', async () => {
      const { stdout, stderr, bodies } = await addFile(
        addresses(250),
        several(100),
        several(100),
        several(50),
      );
      expect(stdout).toBe('');
      expect(stderr).toContain('Added or updated 250 requests\n');
      expect(bodies.map((body) => (body as { requests: object[] }).requests.length)).toEqual([100, 100, 50]);
    });

    it('says what was added before an error', async () => {
      const rejected = await addFile(addresses(250), several(100), errorResponse(400, 'invalid_format'));
      expect([rejected.code, rejected.requests.length]).toEqual([5, 2]);
      expect(rejected.stderr).toContain(
        '100 of 250 requests added. Requests 101 to 200 were rejected; later requests were not sent.\n',
      );
      const lost = await addFile(`${addresses(100)}{}`, several(100), networkFailure());
      expect(lost.code).toBe(7);
      expect(lost.stderr).toContain(
        '100 of 101 requests added. Requests 101 to 101 may have been added: check before you retry.\n',
      );
    });

    it('rejects a file that is empty or not text, and a broken line, without sending anything', async () => {
      for (const [content, message] of [
        ['\n', 'No requests: nothing to add'],
        [new Uint8Array([0xff]), 'The file is not valid UTF-8'],
        ['a@example.com\n{"count":', 'Line 2 is not valid JSON'],
      ] as const) {
        const { code, stderr, requests } = await addFile(content);
        expect([code, requests]).toEqual([5, []]);
        expect(stderr).toContain(message);
      }
      const missing = await runCli(['requests', 'add', ID, '--file', join(folder, 'missing.txt')]);
      expect([missing.code, missing.requests]).toEqual([1, []]);
    });
  });
});

describe('feedback requests update', () => {
  const command = `requests update ${ID} ${REQUEST_ID}`;

  it('sends its flags, or JSON of standard input', async () => {
    const fromFlags = await runCli(`${command} --company Acme --count 2`, [one()]);
    expect([fromFlags.stderr, fromFlags.bodies]).toEqual([
      'Updated 1 request\n',
      [{ company: 'Acme', count: 2 }],
    ]);
    const fromInput = await runCli(`${command} --json`, [one()], { stdin: '{"company":null}' });
    expect([JSON.parse(fromInput.stdout), fromInput.bodies]).toEqual([
      { data: request() },
      [{ company: null }],
    ]);
    expect(fromInput.requests[0]).toMatchObject({ method: 'PATCH', path: `${REQUESTS}/${REQUEST_ID}` });
    expect((await runCli(`${command} --name x`, [errorResponse(409, 'request_exists')])).code).toBe(5);
  });

  it('needs a change', async () => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([2, []]);
    expect((await runCli(command, [], { stdin: '[{}]' })).code).toBe(5);
  });
});

describe('feedback requests delete', () => {
  it('asks on a terminal, unless --yes is given', async () => {
    const command = `requests delete ${ID} ${REQUEST_ID}`;
    const gone = () => new Response(null, { status: 204 });
    const declined = await runCli(command, [gone], { terminal: 80, stdin: terminalInput('n\n') });
    expect([declined.code, declined.requests]).toEqual([1, []]);
    for (const [argv, overrides] of [
      [command, { terminal: 80, stdin: terminalInput('y\n') }],
      [`${command} --yes`, { terminal: 80 }],
      [command, {}],
    ] as const) {
      const { code, stderr, requests } = await runCli(argv, [gone], overrides);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted 1 request\n')]);
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `DELETE ${REQUESTS}/${REQUEST_ID}`,
      ]);
    }
    expect((await runCli(command, [errorResponse(409, 'request_is_submission')])).code).toBe(5);
    expect((await runCli(command, [errorResponse(404, 'request_not_found')])).code).toBe(4);
  });
});

it.each([
  ['requests list x', 4],
  ['requests x', 4],
  ['requests list', 2],
  ['requests add x --count 2', 4],
  [`requests add ${ID} --count many`, 2],
  [`requests add ${ID} --value much`, 2],
  [`requests add ${ID} --count 2 --file -`, 2],
  [`requests update ${ID} x --name Eve`, 4],
  [`requests get ${ID} x`, 4],
  [`requests delete ${ID} x`, 4],
  [`requests delete ${ID}`, 2],
])('rejects %s without sending a request', async (command, exit) => {
  const { code, requests } = await runCli(command);
  expect([code, requests]).toEqual([exit, []]);
});
