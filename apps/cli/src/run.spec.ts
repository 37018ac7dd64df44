import {
  API_KEY,
  jsonResponse,
  networkFailure,
  errorResponse,
  blockedPort,
  ScriptedService,
  type Step,
} from '@libs/api-client/testing';
import { stringContext } from '../testing/string-context';
import { run } from './run';

const KEY = {
  id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
  name: 'CLI',
  permission: 'full',
  masked: 'fb_live_…cjrI',
  expires_at: null,
  account: { name: 'Acme', slug: 'acme', plan: 'pro' },
  form_url: 'https://feedback.example.com/f/acme',
};

/** Runs `whoami` against a service with this response, without waiting. */
async function runAgainst(step: Step, ...more: string[]) {
  const service = new ScriptedService(step);
  const testContext = stringContext({ fetch: service.fetch });
  const code = await run(['--max-wait', '0', 'whoami', ...more], testContext.context);
  return { code, service, stdout: testContext.stdout(), stderr: testContext.stderr() };
}

async function runWithoutService(...argv: string[]) {
  const testContext = stringContext();
  const code = await run(argv, testContext.context);
  return { code, stdout: testContext.stdout(), stderr: testContext.stderr() };
}

describe('help and version', () => {
  it('prints only its version', async () => {
    expect(await runWithoutService('--version')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it.each([[[]], [['--help']], [['help']]])('prints commands and exit codes for %j', async (argv) => {
    const { code, stdout, stderr } = await runWithoutService(...argv);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['Usage: feedback', 'whoami', 'Exit codes:', '130', 'FEEDBACK_API_KEY'])
      expect(stdout).toContain(word);
  });

  it('prints the help of a command with the global flags', async () => {
    const help = await runWithoutService('login', '--help');
    expect(help).toEqual(await runWithoutService('help', 'login'));
    expect(help.code).toBe(0);
    for (const word of ['Usage: feedback login', 'Examples:', '--url', '--json', '--max-wait'])
      expect(help.stdout).toContain(word);
  });

  it('prints the help of a group and of its commands', async () => {
    const help = await runWithoutService('webhooks');
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const word of ['Usage: feedback webhooks <command>', 'rotate-secret <id>', 'Examples:', '--json'])
      expect(help.stdout).toContain(word);
    for (const command of ['webhooks --help', 'help webhooks', 'webhooks --json', 'webhooks list --help'])
      expect((await runWithoutService(...command.split(' '))).stderr).toBe('');
    expect(await runWithoutService('webhooks', '--help')).toEqual(help);
    expect(await runWithoutService('help', 'webhooks')).toEqual(help);
    const ofCommand = await runWithoutService('webhooks', 'replay', '--help');
    for (const word of ['Usage: feedback webhooks replay', '--dry-run', '--max-wait'])
      expect(ofCommand.stdout).toContain(word);
    expect(await runWithoutService('help', 'webhooks', 'replay')).toEqual(ofCommand);
  });

  it.each(['help delete 019cb323-e500-7c3d-8e9f-000000000001 --yes', 'help webhooks list --json'])(
    'does not run the command: %s',
    async (command) => {
      const service = new ScriptedService(jsonResponse({}));
      const { context, stdout } = stringContext({ fetch: service.fetch });
      expect([await run(command.split(' '), context), service.requests]).toEqual([0, []]);
      expect(stdout()).toContain('Usage: feedback');
    },
  );
});

describe('an invalid command line', () => {
  it.each([
    [['whoamy'], "Unknown command 'whoamy'\n(Did you mean whoami?)\nUsage: feedback <command>"],
    [['help', 'whoamy'], "Unknown command 'whoamy'\n(Did you mean whoami?)\nUsage: feedback <command>"],
    [['whoami', '--jsn'], "Unknown option '--jsn'\n(Did you mean --json?)\nUsage: feedback whoami"],
    [['whoami', 'extra'], 'Too many arguments'],
    [['webhooks', 'lst'], "Unknown command 'lst'\n(Did you mean list?)\nUsage: feedback webhooks <command>"],
    [['help', 'webhooks', 'lst'], "Unknown command 'lst'\n(Did you mean list?)"],
    [['webhooks', 'list', '--jsn'], 'Usage: feedback webhooks list'],
    [['webhooks', '--yes'], "Unknown option '--yes'"],
    [['whoami', '--url'], 'argument missing'],
    [['whoami', '--max-wait', 'long'], 'Use a whole number of seconds.'],
    [['list', '--status', 'new', '--status', 'planned'], "Option '--status <status>' can be given only once"],
    [['export', '-o', 'a.csv', '--output=b.csv'], "Option '-o, --output <file>' can be given only once"],
    [['whoami', '--max-wait', '1', '--max-wait', '1'], "'--max-wait <seconds>' can be given only once"],
    [['--json'], ''],
  ])('exits with 2 and prints the usage: %j', async (argv, message) => {
    const { code, stdout, stderr } = await runWithoutService(...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage: feedback');
  });

  it('prints an error object with --json', async () => {
    const { code, stderr } = await runWithoutService('whoami', '--json', '--color');
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        type: 'command_line_error',
        message: expect.stringContaining("Unknown option '--color'"),
        hint: expect.stringContaining('Usage: feedback whoami'),
        exit_code: 2,
      },
    });
  });

  it('does not repeat an API key and warns about the shell history', async () => {
    for (const argv of [['login', API_KEY], ['login', `--key=${API_KEY}`], [API_KEY]]) {
      const { code, stdout, stderr } = await runWithoutService(...argv);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).not.toContain(API_KEY);
      expect(stderr).toContain('The API key is now in your shell history');
    }
    expect((await runWithoutService('whoamy')).stderr).not.toContain('history');
    const asJson = await runWithoutService('login', API_KEY, '--json');
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { hint: expect.stringContaining('history') } });
  });
});

describe('an error response', () => {
  it.each([
    [400, 'invalid_parameter', 5],
    [401, 'api_key_invalid', 3],
    [403, 'insufficient_permissions', 3],
    [404, 'feedback_not_found', 4],
    [404, 'route_not_found', 1],
    [405, 'method_not_allowed', 1],
    [409, 'idempotency_key_in_use', 5],
    [410, 'cursor_expired', 5],
    [412, 'etag_mismatch', 5],
    [413, 'body_too_large', 5],
    [415, 'unsupported_content_type', 5],
    [422, 'idempotency_key_reused', 5],
    [429, 'rate_limit_exceeded', 6],
    [500, 'internal_error', 7],
    [503, 'service_unavailable', 7],
  ])('of %i %s exits with %i', async (status, code, exitCode) => {
    const {
      code: finalCode,
      stdout,
      stderr,
    } = await runAgainst(errorResponse(status, code, { 'retry-after': '30' }));
    expect([finalCode, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(/^Error: No\n[^]*Request ID: req_1\n$/);
  });

  it('prints each detail on its own line', async () => {
    const details = [
      { param: 'title', code: 'empty_value', message: 'Field must not be empty: title' },
      { param: 'status', code: 'invalid_value', message: 'Invalid value for status' },
    ];
    const step = errorResponse(
      400,
      'empty_value',
      {},
      { message: details[0]!.message, param: 'title', details },
    );
    expect((await runAgainst(step)).stderr).toBe(
      'Error: Field must not be empty: title\n' +
        '  title: Field must not be empty: title\n' +
        '  status: Invalid value for status\n' +
        'Request ID: req_1\n',
    );
  });

  it('suggests a fix for a key that depends on its source', async () => {
    const { stderr } = await runAgainst(errorResponse(401, 'api_key_revoked'));
    expect(stderr).toContain(
      '\nSet FEEDBACK_API_KEY to another key, or unset it and run `feedback login`.\n',
    );
  });

  it('logs a retry after a proxy error with the message of the CLI', async () => {
    const { stderr } = await runAgainst(
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      '--max-wait=1',
    );
    expect(stderr).toMatch(/^Unexpected response \(status 502\); trying again in 1 s/);
    expect(stderr).not.toContain('baseUrl');
  });

  it('suggests a --max-wait that is long enough for a rate limit', async () => {
    const { stderr } = await runAgainst(errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '29' }));
    expect(stderr).toContain('To wait that long, pass --max-wait 30.');
  });

  it('prints the error object of the API and the exit code with --json', async () => {
    const details = [{ param: 'q', code: 'empty_value', message: 'No' }];
    const doc_url = 'https://feedback.example.com/docs/errors#empty_value';
    const more = { type: 'validation_error', param: 'q', details, doc_url };
    const step = errorResponse(400, 'empty_value', {}, more);
    const { stdout, stderr } = await runAgainst(step, '--json');
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toEqual({
      error: {
        type: 'validation_error',
        code: 'empty_value',
        message: 'No',
        param: 'q',
        details,
        doc_url,
        request_id: 'req_1',
        exit_code: 5,
      },
    });
  });

  it('escapes control characters', async () => {
    const { stderr } = await runAgainst(
      errorResponse(400, 'x', {}, { message: 'a\x1b]0;b\x07', request_id: '\x1b[2J' }),
    );
    expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });
});

describe('no response from the service', () => {
  it('exits with 7 and prints the service URL', async () => {
    const { code, stderr } = await runAgainst(networkFailure('ECONNREFUSED'));
    expect(code).toBe(7);
    expect(stderr).toContain('The service did not respond: fetch failed: read ECONNREFUSED');
    expect(stderr).toContain('Service URL: https://feedback.example.com');
  });

  it('reports a blocked port immediately', async () => {
    const { code, stderr, service } = await runAgainst(blockedPort(), '--max-wait=300');
    expect([code, service.requests.length]).toEqual([7, 1]);
    expect(stderr).toMatch(/^Error: Nothing was sent: .*\nService URL: https:\/\/feedback\.example\.com\n$/);
  });

  it('reports a port without HTTPS without the OpenSSL message', async () => {
    const line =
      '80ACBF769A7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/a.c:350:\n';
    const { code, stderr, service } = await runAgainst(() => {
      const cause = Object.assign(new Error(line), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
      throw new TypeError('fetch failed', { cause });
    }, '--max-wait=300');
    expect([code, service.requests.length]).toEqual([7, 1]);
    expect(stderr).toBe(
      'Error: Nothing was sent: the server does not use HTTPS on this port. Use http:// or the port for HTTPS.\n' +
        'Service URL: https://feedback.example.com\n',
    );
  });

  it.each([
    ['--max-wait=60', 60_000],
    ['', 3750],
  ])('retries for --max-wait, or for a few seconds without it: %j', async (flag, most) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
    try {
      const testContext = stringContext({ fetch: new ScriptedService(networkFailure('ECONNREFUSED')).fetch });
      let finalCode: number | undefined;
      void run(['whoami', flag].filter(Boolean), testContext.context).then((code) => (finalCode = code));
      await jest.advanceTimersByTimeAsync(most - 1);
      expect(finalCode).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1);
      expect(finalCode).toBe(7);
    } finally {
      jest.useRealTimers();
      jest.restoreAllMocks();
    }
  });

  it.each([
    [() => new Response('<h1>Welcome</h1>'), 1],
    [() => new Response('<h1>No such page</h1>', { status: 404 }), 1],
    [() => new Response('', { status: 301, headers: { location: 'https://elsewhere.example' } }), 1],
    [() => new Response('<h1>Bad gateway</h1>', { status: 502 }), 7],
  ])('reports an unexpected response (%#)', async (step, exitCode) => {
    const { code, stderr } = await runAgainst(step);
    expect(code).toBe(exitCode);
    expect(stderr).toMatch(
      /^Error: Unexpected response \(status \d+\)\nCheck the service URL: https:\/\/feedback/,
    );
  });

  it('logs retries unless --quiet is given', async () => {
    const script = () => new ScriptedService(networkFailure('ECONNRESET'), jsonResponse({ data: KEY }));
    const withoutQuiet = stringContext({ fetch: script().fetch });
    expect(await run(['whoami'], withoutQuiet.context)).toBe(0);
    expect(withoutQuiet.stderr()).toBe(
      'The service did not respond: fetch failed: read ECONNRESET; trying again in 1 s (attempt 2)\n',
    );
    const quiet = stringContext({ fetch: script().fetch });
    expect(await run(['whoami', '--quiet'], quiet.context)).toBe(0);
    expect(quiet.stderr()).toBe('');
  });

  it('exits with 130 without a message when it is interrupted', async () => {
    const interruption = new AbortController();
    const never = () =>
      new Promise<Response>((_, reject) => {
        interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason as Error));
        interruption.abort();
      });
    const testContext = stringContext({
      fetch: new ScriptedService(never).fetch,
      signal: interruption.signal,
    });
    expect(await run(['whoami'], testContext.context)).toBe(130);
    expect(testContext.stderr()).toBe('');
  });
});

describe('the position of flags', () => {
  it.each([
    [['--json', 'whoami']],
    [['whoami', '--json']],
    [['whoami', '--json=true']],
    [['whoami', '--json=false', '--json']],
    [['whoami', '--json', '--json', '--no-color', '--no-color']],
    [['--json=false', 'whoami', '--json']],
  ])('prints JSON for %j', async (argv) => {
    const testContext = stringContext({ fetch: new ScriptedService(jsonResponse({ data: KEY })).fetch });
    expect(await run(argv, testContext.context)).toBe(0);
    expect(JSON.parse(testContext.stdout())).toMatchObject({ data: KEY });
  });

  it.each([[['whoami', '--json=false']], [['whoami', '--json', '--json=false']]])(
    'prints text for %j',
    async (argv) => {
      const testContext = stringContext({ fetch: new ScriptedService(jsonResponse({ data: KEY })).fetch });
      expect(await run(argv, testContext.context)).toBe(0);
      expect(testContext.stdout()).toMatch(/^Account +Acme/);
    },
  );

  it('prefers a flag after the command to the same flag before it', async () => {
    const { service } = await runAgainst(jsonResponse({ data: KEY }));
    expect(service.requests[0]!.headers.get('user-agent')).toMatch(/^feedback-cli\/\d/);
    const testContext = stringContext();
    await run(
      ['--url', 'https://a.example', 'open', '--dashboard', '--url', 'https://b.example'],
      testContext.context,
    );
    expect(testContext.stdout()).toBe('https://b.example/app\n');
  });
});
