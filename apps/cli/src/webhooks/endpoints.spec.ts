import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { runCli, terminalInput } from '../../testing/items';
import { webhook, webhookId } from '../../testing/webhooks';

const ID = webhookId(1);
const URL = 'https://example.com/hooks';
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const PUBLIC_KEY = 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
const HEALTH = {
  consecutive_failures: 2,
  last_success_at: '2026-03-03T09:00:00.000Z',
  last_failure_at: null,
  success_rate_24h: 0.999,
  average_duration_ms: 1820,
};
const one = (more: object = {}) => jsonResponse({ data: webhook(1, more) });
const notFound = errorResponse(404, 'webhook_not_found', {}, { message: 'Webhook not found' });
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('feedback webhooks list', () => {
  const webhooks = [
    webhook(2, { url: 'https://example.com/\x1b[2J', health: HEALTH }),
    webhook(1, { events: ['feedback.created', 'feedback.deleted'], status: 'disabled' }),
  ];
  const page = jsonResponse({
    data: webhooks,
    pagination: { limit: 50, has_more: false, next_cursor: null },
  });

  it('shows a table on a terminal with escaped control characters', async () => {
    const { code, stdout, stderr } = await runCli('webhooks list --no-color', [page], { terminal: 100 });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'ID                                    STATUS    URL                       EVENTS             SUCCESS',
        `${webhookId(2)}  active    https://example.com/␛[2J  all                99%`,
        `${webhookId(1)}  disabled  https://example.com/hoo…  feedback.created…  –`,
        '',
      ].join('\n'),
    );
  });

  it('drops columns on a narrow terminal', async () => {
    const { stdout } = await runCli('webhooks list --no-color', [page], { terminal: 80 });
    expect(linesOf(stdout)[0]).toMatch(/^ID +STATUS +URL +SUCCESS$/);
    expect((await runCli('webhooks list', [page], { terminal: 100 })).stdout).toContain('\x1b[32mactive');
  });

  it.each([
    ['webhooks list', {}],
    ['webhooks list --json', { terminal: 100 }],
    ['webhooks --json list', { terminal: 100 }],
    ['--json webhooks list', { terminal: 100 }],
  ])('prints one JSON webhook per line: %s', async (command, overrides) => {
    const { stdout, requests } = await runCli(command, [page], overrides);
    expect(linesOf(stdout).map((line) => JSON.parse(line) as unknown)).toEqual(webhooks);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /webhooks']);
  });

  it('prints a note without webhooks', async () => {
    const none = jsonResponse({ data: [] });
    expect(await runCli('webhooks list', [none])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No webhooks\n',
    });
    expect((await runCli('webhooks list --json', [none])).stderr).toBe('');
  });
});

describe('feedback webhooks get', () => {
  it('shows all fields, with ages on a terminal', async () => {
    const full = one({
      description: 'Sync\x07',
      headers: ['Authorization', 'X-Team'],
      exclude_actor: 'import\x07',
      health: HEALTH,
      previous_secret_expires_at: '2026-03-04T10:00:00.000Z',
    });
    const { code, stdout, requests } = await runCli(`webhooks get ${ID} --no-color`, [full], {
      terminal: 100,
    });
    expect([code, requests[0]!.path]).toEqual([0, `/webhooks/${ID}`]);
    expect(stdout).toBe(
      [
        'https://example.com/hooks/1',
        `ID                       ${ID}`,
        'Status                   active',
        'Events                   all',
        'Payload                  full',
        'Signature                hmac',
        'Headers                  Authorization, X-Team',
        'Excluded actor           import␇',
        'Description              Sync␇',
        'Success rate (24 h)      99%',
        'Average duration (24 h)  1,820 ms',
        'Failures in a row        2',
        'Last success             2026-03-03T09:00:00.000Z (1h ago)',
        'Last failure             –',
        'Created                  2026-03-03T07:00:00.000Z (3h ago)',
        'Updated                  2026-03-03T07:00:00.000Z (3h ago)',
        'Previous secret expires  2026-03-04T10:00:00.000Z',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['gone', 'disabled: the endpoint responded with 410'],
    ['failing', 'disabled: all deliveries failed for five days'],
    ['new\x1b', 'disabled: new␛'],
    [null, 'disabled\n'],
  ])('shows why the service disabled it: %j', async (reason, text) => {
    const { stdout } = await runCli(`webhooks get ${ID}`, [
      one({ status: 'disabled', disabled_reason: reason }),
    ]);
    expect(stdout).toContain(`Status                   ${text}`);
  });

  it('prints the API response with --json', async () => {
    const { stdout } = await runCli(`webhooks get ${ID} --json`, [one()]);
    expect(JSON.parse(stdout)).toEqual({ data: webhook(1) });
  });

  it('exits with 4 for an ID that does not exist or is malformed', async () => {
    expect(await runCli(`webhooks get ${ID}`, [notFound])).toMatchObject({
      code: 4,
      stderr: 'Error: Webhook not found\nRequest ID: req_1\n',
    });
    const { code, stderr, requests } = await runCli('webhooks get x');
    expect([code, requests]).toEqual([4, []]);
    expect(stderr).toContain('Invalid webhook ID\nAn ID has 36 characters. Run `feedback webhooks list`');
  });
});

describe('feedback webhooks create', () => {
  const issued = jsonResponse({ data: { ...webhook(1), secret: SECRET } }, 201);
  const create = (...flags: string[]) => runCli(['webhooks', 'create', URL, ...flags], [issued]);

  it('creates a webhook for all events, and shows its secret once', async () => {
    const { code, stdout, stderr, requests, bodies } = await create();
    expect([code, bodies]).toEqual([0, [{ url: URL, events: ['*'] }]]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /webhooks']);
    expect(linesOf(stdout).at(-1)).toBe(`Secret                   ${SECRET}`);
    expect(stderr).toBe('Created 1 webhook\nSave the secret now. It is shown only once.\n');
  });

  it('sends every field', async () => {
    const { bodies } = await create(
      ...['--events', 'feedback.created,new.type', '--payload', 'thin', '--signature', 'ed25519'],
      ...['--header', 'Authorization: Bearer a:b', '--header=X-Empty:', '--description', 'Sync'],
    );
    expect(bodies).toEqual([
      {
        url: URL,
        events: ['feedback.created', 'new.type'],
        payload: 'thin',
        signature: 'ed25519',
        headers: { Authorization: 'Bearer a:b', 'X-Empty': '' },
        description: 'Sync',
      },
    ]);
  });

  it('selects the events of a channel for a chat product', async () => {
    expect((await create('--payload', 'slack')).bodies).toEqual([
      { url: URL, events: ['feedback.created', 'feedback.status_changed'], payload: 'slack' },
    ]);
    expect((await create('--payload', 'slack', '--events', 'feedback.deleted')).bodies).toMatchObject([
      { events: ['feedback.deleted'] },
    ]);
  });

  it('shows the public key of a webhook without a secret', async () => {
    const { stdout, stderr } = await runCli(`webhooks create ${URL} --signature ed25519`, [
      one({ signature: 'ed25519', public_key: PUBLIC_KEY }),
    ]);
    expect(linesOf(stdout).at(-1)).toBe(`Public key               ${PUBLIC_KEY}`);
    expect(stderr).toBe('Created 1 webhook\n');
  });

  it('prints the API response with --json, and nothing else', async () => {
    const { stdout, stderr } = await create('--json');
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: { ...webhook(1), secret: SECRET } }, '']);
  });

  it('sends JSON from standard input unchanged', async () => {
    const body = { url: URL, events: ['*'], headers: { A: 'b' } };
    const { bodies } = await runCli('webhooks create', [issued], { stdin: JSON.stringify(body) });
    expect(bodies).toEqual([body]);
  });

  it.each([
    [
      ['webhooks', 'create'],
      2,
      'Nothing to create: pass a URL, or JSON on standard input\nSee `feedback webhooks',
    ],
    [['webhooks', 'create', '--payload', 'thin'], 2, 'Pass the URL of your server'],
    [['webhooks', 'create', URL, '--header', 'secret'], 2, "--header must have the format 'Name: value'\n"],
    [['webhooks', 'create', URL, '--header', 'A: b', '--header', 'A: c'], 2, '--header repeats the name'],
    [['webhooks', 'create', URL, '--payload', 'huge'], 2, 'Allowed choices are full, thin, slack.'],
    [['webhooks', 'create', URL, '--events', 'a', '--events', 'b'], 2, 'can be given only once'],
    [['webhooks', 'create', URL, '--status', 'active'], 2, "Unknown option '--status'"],
  ])('rejects %j without sending a request', async (argv, exit, message) => {
    const { code, stderr, requests } = await runCli(argv);
    expect([code, requests]).toEqual([exit, []]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  it('rejects more than one JSON object', async () => {
    const { code, requests } = await runCli('webhooks create', [], { stdin: '[{}]' });
    expect([code, requests]).toEqual([5, []]);
  });

  it('names the flag of an invalid field, but not the global flag --url', async () => {
    const rejection = (param: string) =>
      errorResponse(
        400,
        'invalid_value',
        {},
        {
          type: 'validation_error',
          param,
          message: `Invalid value for ${param}: no`,
        },
      );
    const run = (param: string) =>
      runCli(
        ['webhooks', 'create', URL, '--url', 'https://a.example', '--header', 'A: b'],
        [rejection(param)],
      );
    expect(await run('headers')).toMatchObject({
      code: 5,
      stderr: 'Error: Invalid value for --header: no\nRequest ID: req_1\n',
    });
    expect((await run('url')).stderr).toBe('Error: Invalid value for url: no\nRequest ID: req_1\n');
  });

  it('reports the limit of webhooks', async () => {
    const limit = errorResponse(
      409,
      'webhook_limit_reached',
      {},
      {
        message: 'Too many webhooks (maximum 50)',
      },
    );
    const { code, stderr } = await runCli(`webhooks create ${URL}`, [limit]);
    expect([code, stderr]).toEqual([5, 'Error: Too many webhooks (maximum 50)\nRequest ID: req_1\n']);
  });
});

describe('feedback webhooks update', () => {
  it.each<[string[], object]>([
    [['--status', 'active'], { status: 'active' }],
    [[URL], { url: URL }],
    [['--events', '*'], { events: ['*'] }],
    [['--description', ''], { description: null }],
    [['--exclude-actor', 'import'], { exclude_actor: 'import' }],
    [['--exclude-actor', ''], { exclude_actor: null }],
    [['--payload=thin', '--header', 'A: b'], { payload: 'thin', headers: { A: 'b' } }],
  ])('changes only the given fields: %j', async (args, body) => {
    const { code, stdout, stderr, requests, bodies } = await runCli(
      ['webhooks', 'update', ID, ...args],
      [one()],
    );
    expect([code, stderr, bodies]).toEqual([0, 'Updated 1 webhook\n', [body]]);
    expect(`${requests[0]!.method} ${requests[0]!.path}`).toBe(`PATCH /webhooks/${ID}`);
    expect(stdout).toContain('https://example.com/hooks/1\nID ');
  });

  it('reads a change from standard input', async () => {
    const { bodies } = await runCli(`webhooks update ${ID}`, [one()], { stdin: '{"headers":{}}' });
    expect(bodies).toEqual([{ headers: {} }]);
  });

  it.each([
    [`webhooks update ${ID}`, 2],
    [`webhooks update ${ID} --signature hmac`, 2],
    ['webhooks update x --status active', 4],
  ])('rejects %s without sending a request', async (command, exit) => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([exit, []]);
  });
});

describe('feedback webhooks delete', () => {
  const deleted = jsonResponse(null, 204);

  it.each([
    ['y', 0, 1],
    ['', 1, 0],
  ])('asks for confirmation on a terminal: %j', async (answer, exit, sent) => {
    const overrides = { stdin: terminalInput(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await runCli(`webhooks delete ${ID}`, [deleted], overrides);
    expect(stderr).toContain('Delete 1 webhook and its deliveries permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('does not ask without a terminal or with --yes', async () => {
    const { code, stderr, requests } = await runCli(`webhooks delete ${ID}`, [deleted]);
    expect([code, stderr]).toEqual([0, 'Deleted 1 webhook\n']);
    expect(`${requests[0]!.method} ${requests[0]!.path}`).toBe(`DELETE /webhooks/${ID}`);
    const overrides = { stdin: terminalInput(''), terminal: 80 };
    const withYes = await runCli(`webhooks delete ${ID} --yes --json`, [deleted], overrides);
    expect([withYes.stderr, JSON.parse(withYes.stdout)]).toEqual(['', { deleted: [ID] }]);
  });

  it('exits with 4 if the webhook does not exist', async () => {
    expect((await runCli(`webhooks delete ${ID}`, [notFound])).code).toBe(4);
    expect((await runCli('webhooks delete x')).code).toBe(4);
  });
});

describe('feedback webhooks rotate-secret', () => {
  const rotated = {
    secret: SECRET,
    public_key: null,
    previous_secret_expires_at: '2026-03-04T10:00:00.000Z',
  };

  it('shows the new secret, and when the previous one expires', async () => {
    const { code, stdout, stderr, requests, bodies } = await runCli(`webhooks rotate-secret ${ID}`, [
      jsonResponse({ data: rotated }),
    ]);
    expect([code, requests[0]!.path, bodies]).toEqual([0, `/webhooks/${ID}/rotate-secret`, [{}]]);
    expect(stdout).toBe(
      `Previous secret expires  2026-03-04T10:00:00.000Z\nSecret                   ${SECRET}\n`,
    );
    expect(stderr).toBe('Save the secret now. It is shown only once.\n');
  });

  it('sends the overlap, and shows no expiry without one', async () => {
    const none = jsonResponse({ data: { ...rotated, previous_secret_expires_at: null } });
    const { stdout, bodies } = await runCli(`webhooks rotate-secret ${ID} --overlap 0`, [none]);
    expect([stdout, bodies]).toEqual([`Secret  ${SECRET}\n`, [{ overlap_seconds: 0 }]]);
  });

  it('shows the public key of a webhook that signs with ed25519', async () => {
    const data = { public_key: PUBLIC_KEY, previous_secret_expires_at: '2026-03-04T10:00:00.000Z' };
    const { stdout, stderr } = await runCli(`webhooks rotate-secret ${ID}`, [jsonResponse({ data })]);
    expect([stdout, stderr]).toEqual([
      `Public key            ${PUBLIC_KEY}\nPrevious key expires  2026-03-04T10:00:00.000Z\n`,
      '',
    ]);
  });

  it('prints the API response with --json', async () => {
    const { stdout, stderr } = await runCli(`webhooks rotate-secret ${ID} --json`, [
      jsonResponse({ data: rotated }),
    ]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: rotated }, '']);
  });

  it('names the flag of an invalid overlap', async () => {
    const rejection = errorResponse(
      400,
      'invalid_value',
      {},
      {
        param: 'overlap_seconds',
        message: 'Invalid value for overlap_seconds: must be an integer from 0 to 604800',
      },
    );
    const { code, stderr } = await runCli(`webhooks rotate-secret ${ID} --overlap 604801`, [rejection]);
    expect([code, stderr]).toEqual([5, expect.stringContaining('Invalid value for --overlap: must be')]);
    expect((await runCli(`webhooks rotate-secret ${ID} --overlap long`)).code).toBe(2);
  });
});
