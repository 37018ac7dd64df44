import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { API_KEY, jsonResponse, errorResponse, ScriptedService, type Step } from '@libs/api-client/testing';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';
import { settingsPath } from '../settings/settings-file';

const KEY = {
  id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
  name: 'CLI',
  permission: 'full',
  masked: 'fb_live_…cjrI',
  account: { name: 'Acme', slug: 'acme', plan: 'pro' },
  form_url: 'https://feedback.example.com/f/acme',
};

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'feedback-login-'))));
afterEach(() => rmSync(home, { recursive: true }));
const file = () => settingsPath({ HOME: home });
const stored = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

interface Attempt {
  readonly argv?: readonly string[];
  readonly stdin?: string;
  readonly step?: Step;
  readonly env?: Record<string, string | undefined>;
}

/** Runs `login` in a pipe, without any settings. */
async function logIn({ argv = [], stdin = '', step = jsonResponse({ data: KEY }), env }: Attempt) {
  const service = new ScriptedService(step);
  const nothing = { HOME: home, FEEDBACK_URL: undefined, FEEDBACK_API_KEY: undefined };
  const testContext = stringContext({ stdin, fetch: service.fetch, env: { ...nothing, ...env } });
  const code = await run(['login', '--max-wait', '0', ...argv], testContext.context);
  const output = testContext.stdout() + testContext.stderr();
  expect(output).not.toContain(API_KEY);
  return { code, output, stdout: testContext.stdout(), stderr: testContext.stderr(), service };
}

/** Runs `login` at a terminal that sends one chunk of `typed` after each prompt. */
async function atTerminal(argv: readonly string[], typed: readonly string[], abort = new AbortController()) {
  const modes: boolean[] = [];
  const outputAtModes: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => {
      modes.push(raw);
      outputAtModes.push(testContext.stderr());
    },
  });
  const service = new ScriptedService(jsonResponse({ data: KEY }));
  const testContext = stringContext({
    stdin,
    terminal: 80,
    fetch: service.fetch,
    signal: abort.signal,
    env: { HOME: home, FEEDBACK_URL: undefined, FEEDBACK_API_KEY: undefined },
  });
  const exitCode = run(['login', ...argv], testContext.context);
  const remaining = [...typed];
  let questions = 0;
  const watch = setInterval(() => {
    const questionCount = testContext.stderr().split(/: (?=$|\n|API)/).length - 1;
    if (questionCount <= questions) return;
    questions = questionCount;
    const next = remaining.shift();
    if (next === undefined) stdin.end();
    else stdin.write(next);
  }, 2);
  const code = await exitCode.finally(() => clearInterval(watch));
  expect(testContext.stdout() + testContext.stderr()).not.toContain(API_KEY);
  return { code, modes, outputAtModes, stderr: testContext.stderr(), service };
}

describe('feedback login in a pipe', () => {
  it('checks the key from standard input and stores it with mode 600', async () => {
    const { code, output, service } = await logIn({
      argv: ['--url', 'feedback.example.com'],
      stdin: `${API_KEY}\n`,
    });
    expect(code).toBe(0);
    expect(service.requests.map(({ path, headers }) => [path, headers.get('x-api-key')])).toEqual([
      ['/key', API_KEY],
    ]);
    expect(stored()).toEqual({ url: 'https://feedback.example.com', api_key: API_KEY });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(output).toBe(
      `Logged in to Acme with the key "CLI" (full).\nStored in ${file()}, which only you can read.\n`,
    );
  });

  it('prints JSON with --json, without the key', async () => {
    const { code, stdout } = await logIn({ argv: ['--url', 'a.example', '--json'], stdin: API_KEY });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ data: { ...KEY, url: 'https://a.example', file: file() } });
  });

  it.each<[string, Step, number]>([
    ['an invalid key', errorResponse(401, 'api_key_invalid'), 3],
    ['a key without permission', errorResponse(403, 'insufficient_permissions'), 3],
    ['another server', () => new Response('<h1>Welcome</h1>'), 1],
    ['another server that returns JSON', jsonResponse({ data: {} }), 1],
    ['an unavailable service', errorResponse(503, 'service_unavailable'), 7],
  ])('stores nothing for %s', async (_, step, exitCode) => {
    const { code } = await logIn({ argv: ['--url', 'a.example'], stdin: API_KEY, step });
    expect(code).toBe(exitCode);
    expect(() => stored()).toThrow('ENOENT');
  });

  it('keeps the stored settings if the new key is rejected', async () => {
    await logIn({ argv: ['--url', 'a.example'], stdin: 'fb_live_old' });
    await logIn({ stdin: API_KEY, step: errorResponse(401, 'api_key_revoked') });
    expect(stored()).toEqual({ url: 'https://a.example', api_key: 'fb_live_old' });
  });

  it('stores a new key for the stored URL', async () => {
    await logIn({ argv: ['--url', 'a.example'], stdin: 'fb_live_old' });
    expect((await logIn({ stdin: API_KEY })).code).toBe(0);
    expect(stored()).toEqual({ url: 'https://a.example', api_key: API_KEY });
  });

  it('replaces an invalid file that other users can read, with mode 600', async () => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), 'broken', { mode: 0o666 });
    expect((await logIn({ argv: ['--url', 'a.example'], stdin: API_KEY })).code).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a missing URL', {}, 2, 'No service URL provided'],
    ['a missing key', { argv: ['--url', 'a.example'] }, 3, 'No API key provided'],
    ['a key of two words', { argv: ['--url', 'a.example'], stdin: 'my key' }, 3, 'Invalid API key'],
    ['an invalid URL', { argv: ['--url', 'ftp://a'], stdin: 'k' }, 2, 'Invalid service URL (from --url)'],
  ])('rejects %s', async (_, attempt, exitCode, message) => {
    const { code, stderr, service } = await logIn(attempt);
    expect([code, service.requests]).toEqual([exitCode, []]);
    expect(stderr).toContain(`Error: ${message}`);
  });

  it('warns about plain HTTP and about environment variables that override the stored values', async () => {
    const { output } = await logIn({
      stdin: API_KEY,
      env: { FEEDBACK_URL: 'http://feedback.example.com', FEEDBACK_API_KEY: 'fb_live_other' },
    });
    expect(output).toContain('Warning: http://feedback.example.com does not use HTTPS');
    expect(output).toContain('Note: FEEDBACK_API_KEY is set and overrides the stored value.');
    expect(stored()).toMatchObject({ api_key: API_KEY });
    expect((await logIn({ argv: ['--url', 'localhost:3000'], stdin: API_KEY })).output).not.toContain(
      'Warning',
    );
  });

  it('reports the path that it cannot write', async () => {
    const { code, stderr } = await logIn({
      argv: ['--url', 'a.example'],
      stdin: API_KEY,
      env: { HOME: '/dev/null' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot write /dev/null/.config/feedback/config.json (ENOTDIR)');
  });
});

describe('feedback login at a terminal', () => {
  it('prompts for the URL and the key, without showing the key', async () => {
    const { code, stderr, modes } = await atTerminal([], ['feedback.example.com\n', `${API_KEY}\r`]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Service URL: API key \(input hidden\): \nLogged in to Acme/);
    expect(modes).toEqual([true, false]);
    expect(stored()).toEqual({ url: 'https://feedback.example.com', api_key: API_KEY });
  });

  it('turns off echo before the prompt', async () => {
    const { outputAtModes } = await atTerminal(['--url', 'a.example'], [`${API_KEY}\r`]);
    expect(outputAtModes[0]).toBe('');
  });

  it('offers the stored URL as the default', async () => {
    await atTerminal([], ['feedback.example.com\n', 'fb_live_old\r']);
    const { stderr } = await atTerminal([], ['\n', `${API_KEY}\r`]);
    expect(stderr).toContain('Service URL [https://feedback.example.com]: ');
    expect(stored()).toEqual({ url: 'https://feedback.example.com', api_key: API_KEY });
  });

  it.each([
    ['a bracketed paste', [`\x1b[200~${API_KEY}\x1b[201~\r`]],
    ['input with erased characters', [`xy\x7f\b${API_KEY}\n`]],
    ['a line cleared with Ctrl-U', [`nonsense\x15${API_KEY}\r`]],
    ['input with arrow keys and spaces', [`\x1b[A\x1b[D ${API_KEY}\x1b[3~ \r`]],
    ['only the first line', [`${API_KEY}\rmore\r`]],
  ])('reads %s', async (_, typed) => {
    expect((await atTerminal(['--url', 'a.example'], typed)).code).toBe(0);
    expect(stored()).toMatchObject({ api_key: API_KEY });
  });

  it.each([
    ['Ctrl-C', ['\x03'], 130],
    ['Ctrl-D', ['\x04'], 2],
    ['the end of the input', [], 2],
    ['only Enter', ['\r'], 3],
  ])('stores nothing after %s and restores the terminal', async (_, typed, exitCode) => {
    const { code, modes, service } = await atTerminal(['--url', 'a.example'], typed);
    expect([code, modes, service.requests]).toEqual([exitCode, [true, false], []]);
  });

  it('restores the terminal when it is interrupted', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 20);
    const never = ['--url', 'a.example'];
    const { code, modes } = await atTerminal(never, ['half'], abort);
    expect([code, modes]).toEqual([130, [true, false]]);
  });
});

describe('feedback logout', () => {
  const logOut = async (...argv: string[]) => {
    const testContext = stringContext({ env: { HOME: home, FEEDBACK_API_KEY: undefined } });
    const code = await run(['logout', ...argv], testContext.context);
    return { code, stdout: testContext.stdout(), stderr: testContext.stderr() };
  };

  it('removes the stored file, even an invalid one, and says how to revoke the key', async () => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), 'broken');
    const { code, stderr } = await logOut();
    expect(code).toBe(0);
    expect(stderr).toContain(`Removed ${file()}. If you no longer need the key, revoke it`);
    expect(await logOut()).toEqual({ code: 0, stdout: '', stderr: 'No API key is stored.\n' });
    expect(JSON.parse((await logOut('--json')).stdout)).toEqual({ data: { removed: false, file: file() } });
  });
});
