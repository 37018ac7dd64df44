import {
  jsonResponse,
  networkFailure,
  errorResponse,
  blockedPort,
  type Step,
} from '@libs/api-client/testing';
import { itemId, item, runCli, terminalInput } from '../../testing/items';

const created = (n = 1, headers: Record<string, string> = {}): Step =>
  jsonResponse({ data: item(n) }, 201, { etag: '"1"', ...headers });

describe('feedback create', () => {
  it('sends the fields of the flags with an idempotency key', async () => {
    const { code, stdout, stderr, requests, bodies } = await runCli(
      [
        'create',
        '--title',
        'Dark mode',
        '--description',
        '',
        '--submitter-email',
        'ada@example.com',
        '--status',
        'new',
      ],
      [created()],
    );
    expect([code, stdout, stderr]).toEqual([
      0,
      `${itemId(1)}\tnew\tItem 1\t\t2026-03-03T07:00:00.000Z\n`,
      'Created 1 item\n',
    ]);
    expect(bodies).toEqual([
      { title: 'Dark mode', description: '', submitter_email: 'ada@example.com', status: 'new' },
    ]);
    expect(requests[0]!.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });

  it('sends the given idempotency key and reports a replayed response', async () => {
    const step = created(1, { 'idempotent-replayed': 'true' });
    const { stderr, requests } = await runCli('create --title x --idempotency-key "k"', [step]);
    expect(requests[0]!.headers.get('idempotency-key')).toBe('"k"');
    expect(stderr).toBe(
      'Created 0 of 1 item; an earlier request with the same idempotency key created the rest\n',
    );
    expect((await runCli('create --title x', [step])).stderr).toBe('Created 1 item\n');
  });

  it('reads standard input for the description, but not if the flags set all fields', async () => {
    const piped = await runCli('create --title x --description -', [created()], {
      stdin: '\ufeffone\ntwo\n',
    });
    expect(piped.bodies).toEqual([{ title: 'x', description: 'one\ntwo\n' }]);
    const unread = await runCli('create --title x', [created()], { stdin: '{"title":"y"}' });
    expect(unread.bodies).toEqual([{ title: 'x' }]);
  });

  it('prompts for the description on a terminal', async () => {
    const overrides = { stdin: terminalInput('typed\n'), terminal: 80 };
    const { stderr, bodies } = await runCli('create --title x --description -', [created()], overrides);
    expect(stderr).toContain('Reading the description from standard input; press Ctrl-D to finish\n');
    expect(bodies).toEqual([{ title: 'x', description: 'typed\n' }]);
  });

  it('sends a JSON item unchanged and prints the API response', async () => {
    const text = '{"title":5,"description":null,"more":[]}';
    const { stdout, bodies } = await runCli('create --json', [created()], { stdin: text });
    expect(bodies).toEqual([JSON.parse(text)]);
    expect(JSON.parse(stdout)).toEqual({ data: item(1), etag: '"1"' });
  });

  it.each([
    ['an array', '[{"title":"a"},{"title":"b"}]'],
    ['JSON lines', '{"title":"a"}\n\n{"title":"b"}\n'],
  ])('creates the items of %s in order', async (_, stdin) => {
    const { code, stdout, stderr, requests, bodies } = await runCli(
      'create --idempotency-key k',
      [created(1), created(2)],
      { stdin },
    );
    expect([code, stderr]).toEqual([0, 'Created 2 items\n']);
    const replayed = created(1, { 'idempotent-replayed': 'true' });
    const replay = await runCli('create --idempotency-key k', [replayed, created(2)], { stdin });
    expect(replay.stderr).toBe(
      'Created 1 of 2 items; an earlier request with the same idempotency key created the rest\n',
    );
    expect(stdout.match(/^\S+/gm)).toEqual([itemId(1), itemId(2)]);
    expect(bodies).toEqual([{ title: 'a' }, { title: 'b' }]);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k-1', 'k-2']);
  });

  it('prints the same JSON per item for one item and for several', async () => {
    const lines = async (stdin: string) =>
      (await runCli('create --json', [created(1), created(2)], { stdin })).stdout.trimEnd().split('\n');
    const [one] = await lines('{"title":"a"}');
    expect(await lines('[{"title":"a"},{"title":"b"}]')).toEqual([
      one,
      JSON.stringify({ data: item(2), etag: '"1"' }),
    ]);
    expect(await lines('[{"title":"a"}]')).toEqual([one]);
  });

  it('stops at the first error and reports how many items were created', async () => {
    const steps = [
      created(1),
      errorResponse(400, 'empty_value', {}, { type: 'validation_error', message: 'No title' }),
    ];
    const stdin = '[{"title":"a"},{"title":""},{"title":"c"}]';
    const { code, stdout, stderr, requests } = await runCli('create', steps, { stdin });
    expect([code, requests.length]).toEqual([5, 2]);
    expect(stdout).toContain(itemId(1));
    expect(stderr).toMatch(
      /^Created 1 item\n1 of 3 items created\. Item 2 was rejected; later items were not sent\.\nError: No title\n/,
    );
    const silent = await runCli('create --max-wait 0', [created(1), networkFailure()], { stdin });
    expect(silent.stderr).toContain(
      '. Item 2 may have been created: check before you retry; later items were not',
    );
    const unsent = await runCli('create', [blockedPort()], { stdin });
    expect(unsent.stderr).toMatch(/^0 of 3 items created\. Item 1 was rejected; .*\nError: Nothing was sent/);
    const none = await runCli('create', [steps[1]!], { stdin: '[{"title":""},{"title":""}]' });
    expect(none.stderr).toMatch(/^0 of 2 items created\. Item 1 was rejected; .*\nError: No title\n/);
    const asJson = await runCli('create --json', [created(1), steps[1]!], { stdin });
    expect(JSON.parse(asJson.stdout)).toEqual({ data: item(1), etag: '"1"' });
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { code: 'empty_value' } });
  });

  it.each([
    ['invalid JSON', 'title: x', 'Standard input is not valid JSON'],
    ['an invalid line', '{"title":"a"}\n{"title"', 'Line 2 of standard input is not valid JSON'],
  ])('rejects %s', async (_, stdin, message) => {
    const { code, stderr, requests } = await runCli('create', [], { stdin });
    expect([code, requests]).toEqual([5, []]);
    expect(stderr).toContain(message);
  });

  it('rejects input that is not UTF-8', async () => {
    const stdin = Object.assign((await import('node:stream')).Readable.from([Buffer.from([0xff, 0x41])]));
    const { code, stderr } = await runCli('create --title x --description -', [], { stdin });
    expect([code, stderr]).toEqual([5, 'Error: Standard input is not valid UTF-8\n']);
  });

  it('does not wait for input at a terminal', async () => {
    const { code, stderr } = await runCli('create', [], { stdin: terminalInput(''), terminal: 80 });
    expect(code).toBe(2);
    expect(stderr).toContain('pass --title, or JSON on standard input');
  });

  it.each(['', ' \n'])('requires fields if the piped input is empty: %j', async (stdin) => {
    const { code, stderr, requests } = await runCli('create', [], { stdin });
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('pass --title, or JSON on standard input\nSee `feedback create --help`.');
  });

  it('names the flag of an invalid field, or the field if the item is JSON', async () => {
    const message = 'Invalid email address: submitter_email';
    const rejection = errorResponse(400, 'invalid_email', {}, { message, param: 'submitter_email' });
    expect((await runCli('create --title x --submitter-email x', [rejection])).stderr).toContain(
      'Error: Invalid email address: --submitter-email\n',
    );
    expect((await runCli('create', [rejection], { stdin: '{"submitter_email":"x"}' })).stderr).toContain(
      message,
    );
  });

  it('exits with 7 if the service does not respond', async () => {
    expect((await runCli('create --title x --max-wait 0', [networkFailure('ECONNREFUSED')])).code).toBe(7);
  });
});
