import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseServiceUrl, resolveCredentials, isInsecure } from './settings';
import { readSettings, removeSettings, settingsPath, writeSettings } from './settings-file';

const STORED = {
  url: 'https://a.example',
  apiKey: 'fb_a',
  path: '/p/config.json',
  wasReadableByOthers: false,
};

describe('resolveCredentials', () => {
  it.each([
    ['the file', STORED, {}, undefined, 'https://a.example', '/p/config.json', 'fb_a', '/p/config.json'],
    [
      'the environment instead of the file',
      STORED,
      { FEEDBACK_URL: 'https://b.example', FEEDBACK_API_KEY: 'fb_b' },
      undefined,
      'https://b.example',
      'FEEDBACK_URL',
      'fb_b',
      'FEEDBACK_API_KEY',
    ],
    [
      'a flag instead of the environment',
      null,
      { FEEDBACK_URL: 'https://b.example', FEEDBACK_API_KEY: ' fb_b\n' },
      'https://c.example',
      'https://c.example',
      '--url',
      'fb_b',
      'FEEDBACK_API_KEY',
    ],
    [
      'a key of the environment with the stored URL',
      STORED,
      { FEEDBACK_API_KEY: 'fb_b', FEEDBACK_URL: ' ' },
      undefined,
      'https://a.example',
      '/p/config.json',
      'fb_b',
      'FEEDBACK_API_KEY',
    ],
    [
      'the stored key if the flag names the same service',
      STORED,
      {},
      'a.example/api/v1/',
      'https://a.example',
      '--url',
      'fb_a',
      '/p/config.json',
    ],
  ])('uses %s', (_, stored, env, flag, url, urlFrom, apiKey, keyFrom) => {
    expect(resolveCredentials(stored, env, flag)).toEqual({
      url: { value: url, from: urlFrom },
      apiKey: { value: apiKey, from: keyFrom },
    });
  });

  it.each([
    ['a missing key', null, { FEEDBACK_URL: 'https://b.example' }, 'No API key is configured'],
    ['a missing URL', null, { FEEDBACK_API_KEY: 'fb_b' }, 'No service URL is configured'],
    [
      'a key that is invalid in a header',
      null,
      { FEEDBACK_API_KEY: 'fb b\u2026' },
      'FEEDBACK_API_KEY is not a valid key',
    ],
    [
      'the stored key for another service',
      STORED,
      { FEEDBACK_URL: 'https://b.example' },
      'The stored API key is for https://a.example, not for https://b.example (from FEEDBACK_URL)',
    ],
  ])('rejects %s', (_, stored, env, message) => {
    expect(() => resolveCredentials(stored, env, undefined)).toThrow(message);
  });
});

describe('parseServiceUrl', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    [' https://A.example/ ', 'https://a.example'],
    ['https://a.example/api/v1', 'https://a.example'],
    ['https://a.example/feedback/api/v1/', 'https://a.example/feedback'],
    ['https://a.example/app', 'https://a.example'],
    ['https://a.example/app/inbox?status=new#top', 'https://a.example'],
    ['localhost:3000/docs/', 'http://localhost:3000'],
    ['https://a.example/f/acme', 'https://a.example'],
    ['https://a.example/api/v1/feedback?limit=1', 'https://a.example'],
    ['https://a.example/mcp', 'https://a.example'],
    ['https://a.example/cli.tgz', 'https://a.example'],
    ['https://a.example/apple', 'https://a.example/apple'],
    ['a.example', 'https://a.example'],
    ['a.example:8443/x', 'https://a.example:8443/x'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost.example', 'https://localhost.example'],
  ])('normalizes %j to %j', (text, expected) => {
    expect(parseServiceUrl(text, 'it')).toBe(expected);
  });

  it.each(['', 'http://', 'ftp://a.example', 'https://user:secret@a.example', 'https://a.example?x', 'a b'])(
    'rejects %j without repeating it',
    (text) => {
      expect(() => parseServiceUrl(text, '--url')).toThrow('Invalid service URL (from --url)');
    },
  );

  it('is insecure for plain HTTP, except to this machine', () => {
    expect(['http://a.example', 'http://10.0.0.1', 'http://localhost.example'].map(isInsecure)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['https://a.example', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'].map(isInsecure),
    ).toEqual([false, false, false, false]);
  });
});

describe('settingsPath', () => {
  it.each([
    [{ HOME: '/h' }, '/h/.config/feedback/config.json'],
    [{ HOME: '/h', XDG_CONFIG_HOME: '/x' }, '/x/feedback/config.json'],
    [{ HOME: '/h', XDG_CONFIG_HOME: 'x' }, '/h/.config/feedback/config.json'],
    [{ HOME: '/h', XDG_CONFIG_HOME: '' }, '/h/.config/feedback/config.json'],
    [{ HOME: '/h', APPDATA: '/a' }, '/h/.config/feedback/config.json'],
    [{ APPDATA: '/a' }, '/a/feedback/config.json'],
  ])('returns the path for %j', (env, path) => {
    expect(settingsPath(env)).toBe(path);
  });
});

describe('the settings file', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'feedback-cli-'))));
  afterEach(() => rmSync(home, { recursive: true }));
  const env = () => ({ HOME: home });
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('returns the written settings, with modes for the owner only and without temporary files', () => {
    const path = writeSettings(env(), { url: 'https://a.example', apiKey: 'fb_a' });
    expect(readSettings(env())).toEqual({
      url: 'https://a.example',
      apiKey: 'fb_a',
      path,
      wasReadableByOthers: false,
    });
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(['600', '700']);
    expect(readdirSync(dirname(path))).toEqual(['config.json']);
  });

  it('replaces a file and restricts a folder that other users could read', () => {
    const path = settingsPath(env());
    mkdirSync(dirname(path), { recursive: true, mode: 0o777 });
    writeFileSync(path, '{}', { mode: 0o666 });
    writeSettings(env(), { url: 'https://a.example', apiKey: 'fb_a' });
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(['600', '700']);
  });

  it('becomes readable by the owner only when it is read', () => {
    const path = settingsPath(env());
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{"url":"https://a.example","api_key":"fb_a"}', { mode: 0o644 });
    expect(readSettings(env())!.wasReadableByOthers).toBe(true);
    expect(modeOf(path)).toBe('600');
    expect(readSettings(env())!.wasReadableByOthers).toBe(false);
  });

  it('replaces a symbolic link instead of writing to its target', () => {
    const path = settingsPath(env());
    mkdirSync(dirname(path), { recursive: true });
    const elsewhere = join(home, 'elsewhere');
    writeFileSync(elsewhere, 'as it was');
    symlinkSync(elsewhere, path);
    writeSettings(env(), { url: 'https://a.example', apiKey: 'fb_a' });
    expect(readFileSync(elsewhere, 'utf8')).toBe('as it was');
  });

  it('is null if it does not exist and can be removed once', () => {
    expect(readSettings(env())).toBeNull();
    expect(readSettings({ HOME: '/dev/null' })).toBeNull();
    expect(removeSettings(env())).toBe(false);
    writeSettings(env(), { url: 'https://a.example', apiKey: 'fb_a' });
    expect([removeSettings(env()), removeSettings(env())]).toEqual([true, false]);
  });

  it.each(['notaurl://', 'file:///etc', 'https://a.example?q'])('is rejected with the URL %p', (url) => {
    const path = writeSettings(env(), { url, apiKey: 'fb_a' });
    expect(() => readSettings(env())).toThrow(`Invalid service URL (from ${path})`);
  });

  it('can contain a URL that is not normalized', () => {
    writeSettings(env(), { url: 'https://a.example/api/v1/', apiKey: 'fb_a' });
    expect(readSettings(env())).toMatchObject({ url: 'https://a.example', apiKey: 'fb_a' });
  });

  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '"x"',
    '{"url":"https://a.example"}',
    '{"url":1,"api_key":2}',
    '{"url":"https://a.example","api_key":"a\\nb"}',
  ])('is rejected with the content %j', (text) => {
    const path = settingsPath(env());
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
    expect(() => readSettings(env())).toThrow(`Invalid settings file: ${path}`);
  });

  it('reports that it cannot be read or written', () => {
    mkdirSync(settingsPath(env()), { recursive: true });
    expect(() => readSettings(env())).toThrow(/Cannot read .*config\.json \(EISDIR\)/);
    expect(() => writeSettings(env(), { url: 'https://a.example', apiKey: 'fb_a' })).toThrow(
      /Cannot write .* \(E/,
    );
    expect(readdirSync(dirname(settingsPath(env())))).toEqual(['config.json']);
    expect(() => writeSettings({ HOME: '/dev/null' }, { url: 'https://a.example', apiKey: 'fb_a' })).toThrow(
      'Cannot write /dev/null/.config/feedback/config.json (ENOTDIR)',
    );
  });
});
