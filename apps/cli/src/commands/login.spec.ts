import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { API_KEY, jsonResponse, errorResponse, ScriptedService, type Step } from '@libs/api-client/testing';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';
import { settingsPath } from '../settings/settings-file';

const KEY = {
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

/** In a pipe, where nothing is set up. */
async function logIn({ argv = [], stdin = '', step = jsonResponse({ data: KEY }), env }: Attempt) {
  const service = new ScriptedService(step);
  const nothing = { HOME: home, FEEDBACK_URL: undefined, FEEDBACK_API_KEY: undefined };
  const testContext = stringContext({ stdin, fetch: service.fetch, env: { ...nothing, ...env } });
  const code = await run(['login', '--max-wait', '0', ...argv], testContext.context);
  const output = testContext.stdout() + testContext.stderr();
  expect(output).not.toContain(API_KEY);
  return { code, output, stdout: testContext.stdout(), stderr: testContext.stderr(), service };
}

/** At a terminal where `typed` comes, a chunk after each question. */
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

describe('feedback login, in a pipe', () => {
  it('tries the key that comes in, and stores it for its owner only', async () => {
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

  it('answers in JSON, and never with the key', async () => {
    const { code, stdout } = await logIn({ argv: ['--url', 'a.example', '--json'], stdin: API_KEY });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ data: { ...KEY, url: 'https://a.example', file: file() } });
  });

  it.each<[string, Step, number]>([
    ['a wrong key', errorResponse(401, 'api_key_invalid'), 3],
    ['a key that may not ask', errorResponse(403, 'insufficient_permissions'), 3],
    ['another service', () => new Response('<h1>Welcome</h1>'), 1],
    ['another service that answers JSON', jsonResponse({ data: {} }), 1],
    ['a service that is down', errorResponse(503, 'service_unavailable'), 7],
  ])('stores nothing for %s', async (_, step, exitCode) => {
    const { code } = await logIn({ argv: ['--url', 'a.example'], stdin: API_KEY, step });
    expect(code).toBe(exitCode);
    expect(() => stored()).toThrow('ENOENT');
  });

  it('leaves what is stored when the new key is refused', async () => {
    await logIn({ argv: ['--url', 'a.example'], stdin: 'fb_live_old' });
    await logIn({ stdin: API_KEY, step: errorResponse(401, 'api_key_revoked') });
    expect(stored()).toEqual({ url: 'https://a.example', api_key: 'fb_live_old' });
  });

  it('takes another key for the address that is stored', async () => {
    await logIn({ argv: ['--url', 'a.example'], stdin: 'fb_live_old' });
    expect((await logIn({ stdin: API_KEY })).code).toBe(0);
    expect(stored()).toEqual({ url: 'https://a.example', api_key: API_KEY });
  });

  it('replaces a file that is broken, and closes one that others could read', async () => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), 'broken', { mode: 0o666 });
    expect((await logIn({ argv: ['--url', 'a.example'], stdin: API_KEY })).code).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['no address', {}, 2, 'No service URL provided'],
    ['no key', { argv: ['--url', 'a.example'] }, 3, 'No API key provided'],
    ['two words', { argv: ['--url', 'a.example'], stdin: 'my key' }, 3, 'Invalid API key'],
    ['an invalid URL', { argv: ['--url', 'ftp://a'], stdin: 'k' }, 2, 'Invalid service URL (from --url)'],
  ])('refuses %s', async (_, attempt, exitCode, message) => {
    const { code, stderr, service } = await logIn(attempt);
    expect([code, service.requests]).toEqual([exitCode, []]);
    expect(stderr).toContain(`Error: ${message}`);
  });

  it('says when the key can be read on the way, and when the environment goes before what is stored', async () => {
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

  it('says where it could not be stored', async () => {
    const { code, stderr } = await logIn({
      argv: ['--url', 'a.example'],
      stdin: API_KEY,
      env: { HOME: '/dev/null' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot write /dev/null/.config/feedback/config.json (ENOTDIR)');
  });
});

describe('feedback login, at a terminal', () => {
  it('asks for both, and shows nothing of the key', async () => {
    const { code, stderr, modes } = await atTerminal([], ['feedback.example.com\n', `${API_KEY}\r`]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Service URL: API key \(input hidden\): \nLogged in to Acme/);
    expect(modes).toEqual([true, false]);
    expect(stored()).toEqual({ url: 'https://feedback.example.com', api_key: API_KEY });
  });

  it('hides what is typed before it asks: an answer that comes at once was shown', async () => {
    const { outputAtModes } = await atTerminal(['--url', 'a.example'], [`${API_KEY}\r`]);
    expect(outputAtModes[0]).toBe('');
  });

  it('offers the address that is stored', async () => {
    await atTerminal([], ['feedback.example.com\n', 'fb_live_old\r']);
    const { stderr } = await atTerminal([], ['\n', `${API_KEY}\r`]);
    expect(stderr).toContain('Service URL [https://feedback.example.com]: ');
    expect(stored()).toEqual({ url: 'https://feedback.example.com', api_key: API_KEY });
  });

  it.each([
    ['a paste with its marks', [`\x1b[200~${API_KEY}\x1b[201~\r`]],
    ['what was erased', [`xy\x7f\b${API_KEY}\n`]],
    ['a line begun anew', [`nonsense\x15${API_KEY}\r`]],
    ['arrows and blanks', [`\x1b[A\x1b[D ${API_KEY}\x1b[3~ \r`]],
    ['a second line', [`${API_KEY}\rmore\r`]],
  ])('reads %s', async (_, typed) => {
    expect((await atTerminal(['--url', 'a.example'], typed)).code).toBe(0);
    expect(stored()).toMatchObject({ api_key: API_KEY });
  });

  it.each([
    ['Ctrl-C', ['\x03'], 130],
    ['Ctrl-D', ['\x04'], 2],
    ['the end of the terminal', [], 2],
    ['nothing but Enter', ['\r'], 3],
  ])('stores nothing after %s, and gives the terminal back', async (_, typed, exitCode) => {
    const { code, modes, service } = await atTerminal(['--url', 'a.example'], typed);
    expect([code, modes, service.requests]).toEqual([exitCode, [true, false], []]);
  });

  it('gives the terminal back when it is told to end', async () => {
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

  it('removes what is stored, whatever it is, and says that the key stays valid', async () => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), 'broken');
    const { code, stderr } = await logOut();
    expect(code).toBe(0);
    expect(stderr).toContain(`Removed ${file()}. If you no longer need the key, revoke it`);
    expect(await logOut()).toEqual({ code: 0, stdout: '', stderr: 'No API key is stored.\n' });
    expect(JSON.parse((await logOut('--json')).stdout)).toEqual({ data: { removed: false, file: file() } });
  });
});
