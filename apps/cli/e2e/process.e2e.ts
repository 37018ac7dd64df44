import { once } from 'node:events';
import { statSync } from 'node:fs';
import { executedScripts } from './support/coverage';
import { jsonResponse, FakeService, errorResponse } from './support/fake-service';
import { useService } from './support/service';
import { waitForExit, hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;
const KEY = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

const WHO = {
  name: 'Test',
  permission: 'full',
  masked: 'fb_live_…cjrI',
  expires_at: null,
  account: { name: 'Acme', slug: 'acme', plan: 'pro' },
  form_url: 'https://feedback.example.com/f/acme',
};

/** Never responds. */
const never = () => undefined;

describe('the program as a process', () => {
  let fakeService: FakeService;
  let shell: Shell;
  afterEach(async () => {
    shell.remove();
    await fakeService.stop();
  });
  const startFakeService = async (handler: Parameters<typeof FakeService.start>[0][string]) => {
    fakeService = await FakeService.start({ '/key': handler, '/feedback': handler });
    shell = new Shell({ url: fakeService.url, key: KEY });
  };

  // `run.spec.ts` tests the codes of all responses.
  it.each([
    ['whoami', jsonResponse({ data: WHO }), 0],
    ['whoami --nothing', never, 2],
    ['whoami', errorResponse(401, 'authentication_error', 'Invalid API key'), 3],
  ])('%s exits with the code for the response (%#)', async (command, handler, code) => {
    await startFakeService(handler);
    const result = await shell.run(`feedback ${command}`);
    expect([result.code, result.stdout === '']).toEqual([code, code !== 0]);
    expect(result.stderr === '').toBe(code === 0);
    expect(result.stdout + result.stderr).not.toContain(KEY);
  });

  it('sends requests through the proxy of the environment, also those of feedback mcp', async () => {
    fakeService = await FakeService.start({ 'http://service.invalid/key': jsonResponse({ data: WHO }) });
    shell = new Shell({ url: 'http://service.invalid', key: KEY });
    const env = { HTTP_PROXY: fakeService.url };
    expect((await shell.run('feedback whoami', { env })).code).toBe(0);
    const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', ...client } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    const { stdout } = await shell.run('feedback mcp', { env, stdin: `${messages.join('\n')}\n` });
    expect(stdout).toContain('list_feedback');
    expect(fakeService.requests).toEqual(Array(2).fill('GET http://service.invalid/key'));
  });

  it('reports that the service does not respond, with its URL', async () => {
    await startFakeService(never);
    const { code, stderr } = await shell.run('feedback whoami --url http://127.0.0.1:2 --max-wait 0');
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /^Error: The service did not respond: .*\nService URL: http:\/\/127\.0\.0\.1:2\n$/,
    );
  });

  it('reports a response of another server', async () => {
    await startFakeService((_, response) => void response.end('<!doctype html><h1>Welcome</h1>'));
    const { code, stderr } = await shell.run('feedback list');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Error: Unexpected response (status 200)\nCheck the service URL: ${fakeService.url}\n`,
    );
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits on %s without a message while it waits for a response', async (signal, code) => {
    await startFakeService(never);
    const child = shell.start('exec feedback list');
    const result = waitForExit(child);
    while (fakeService.requests.length === 0) await new Promise((next) => setImmediate(next));
    child.kill(signal);
    expect(await result).toEqual({ code, stdout: '', stderr: '' });
  });

  it('logs a retry and exits on Ctrl-C while it waits', async () => {
    await startFakeService((_, response) => {
      response.setHeader('retry-after', '40');
      errorResponse(
        429,
        'rate_limit_error',
        'Rate limit exceeded: 10 requests per minute. Retry in 40 seconds.',
      )(_, response);
    });
    const child = shell.start('exec feedback list');
    const result = waitForExit(child);
    const [output] = (await once(child.stderr, 'data')) as [string];
    expect(String(output)).toMatch(
      /^Rate limit exceeded: 10 requests per minute; trying again in 4[01] s \(attempt 2\)\n$/,
    );
    child.kill('SIGINT');
    expect(await result).toMatchObject({ code: 130, stdout: '' });
    const { code, stderr } = await shell.run('feedback list --max-wait 39');
    expect(code).toBe(6);
    expect(stderr).toContain('To wait that long, pass --max-wait 41.');
  });

  it('exits without an error when the reader closes the pipe', async () => {
    await startFakeService(never);
    const { stdout, stderr } = await shell.run(
      'feedback --help | true; echo "${PIPESTATUS[0]}"; (feedback whoami --max-wait 0 --nothing) 2>&1 | true',
    );
    expect([stdout, stderr]).toEqual(['0\n', '']);
  });

  it('runs with standard input closed', async () => {
    await startFakeService(jsonResponse({ data: WHO }));
    expect((await shell.run('feedback whoami <&- > /dev/null')).code).toBe(0);
  });

  inTerminal('uses color on a terminal or with FORCE_COLOR', async () => {
    await startFakeService(errorResponse(404, 'not_found_error', 'Gone'));
    const RED = '\x1b[31mError:\x1b[39m';
    expect((await shell.terminal('feedback whoami')).stdout).toContain(RED);
    for (const script of [
      'NO_COLOR=1 feedback whoami',
      'TERM=dumb feedback whoami',
      'feedback whoami --no-color',
    ])
      expect((await shell.terminal(script)).stdout).not.toContain('\x1b[');
    expect((await shell.run('feedback whoami')).stderr).not.toContain('\x1b[');
    expect((await shell.run('FORCE_COLOR=1 feedback whoami')).stderr).toContain(RED);
  });
});

describe('the program and the service', () => {
  const product = useService();

  it('agree about the current key and its rate limits', async () => {
    const { key, slug } = await product.account('free');
    const shell = new Shell({ url: product.url, key });
    const { stdout } = await shell.run('feedback whoami; feedback whoami --json');
    shell.remove();
    expect(stdout).toMatch(
      new RegExp(
        [
          `^Account     Acme \\(${slug}, Free plan\\)`,
          `Key         Test \\(fb_live_…\\w{4}\\), from FEEDBACK_API_KEY`,
          'Permission  full',
          'Expires     never',
          `Service     ${product.url}, from FEEDBACK_URL`,
          `Form        ${product.url}/f/${slug}`,
          'Limits      99 of 100 requests remaining this hour; resets in 60 min',
          '            9 of 10 requests remaining this minute; resets in (60|59) s',
          '\\{"data":\\{"id":"[-0-9a-f]{36}","name":"Test",',
        ].join('\n'),
      ),
    );
    expect(JSON.parse(stdout.split('\n').at(-2)!)).toMatchObject({
      data: {
        permission: 'full',
        account: { slug, plan: 'free' },
        limits: [{ remaining: 98 }, { remaining: 8 }],
      },
    });
  });
});

it('starts with little code of its own and few parts of Node.js', () => {
  const scripts = executedScripts('--version');
  const own = scripts.filter(({ url }) => url.startsWith('file:'));
  const kilobytes = own.reduce((sum, { url }) => sum + statSync(new URL(url)).size, 0) / 1024;
  expect(kilobytes).toBeLessThan(160);
  expect(own.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThan(16_500);
  const network = /^node:(crypto|http|https|internal\/deps\/undici.*|tls|zlib)$/;
  expect(scripts.filter(({ url }) => network.test(url))).toEqual([]);
});
