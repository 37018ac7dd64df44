import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonResponse, ScriptedService } from '@libs/api-client/testing';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';
import { writeSettings } from '../settings/settings-file';

const KEY = {
  id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
  name: 'Roadmap script',
  permission: 'read',
  masked: 'fb_live_…cjrI',
  created_at: '2026-03-03T10:00:00.000Z',
  expires_at: '2026-06-01T00:00:00.000Z',
  account: { name: 'Acme', slug: 'acme', plan: 'pro' },
  form_url: 'https://feedback.example.com/f/acme',
};
const HEADERS = {
  ratelimit: '"hour";r=87;t=3120, "minute";r=8;t=41',
  'ratelimit-policy': '"hour";q=100;w=3600, "minute";q=10;w=60',
};

async function runCommand(argv: string[], overrides: Parameters<typeof stringContext>[0] = {}) {
  const service = new ScriptedService(jsonResponse({ data: KEY }, 200, HEADERS));
  const { context, stdout, stderr } = stringContext({ fetch: service.fetch, ...overrides });
  return { code: await run(argv, context), stdout: stdout(), stderr: stderr(), service };
}

describe('feedback whoami', () => {
  it('shows the account, the key, its rate limits, and the source of each setting', async () => {
    expect(await runCommand(['whoami'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Account     Acme (acme, Pro plan)
Key         Roadmap script (fb_live_…cjrI), from FEEDBACK_API_KEY
Permission  read (cannot change items)
Expires     2026-06-01T00:00:00.000Z
Service     https://feedback.example.com, from FEEDBACK_URL
Form        https://feedback.example.com/f/acme
Limits      87 of 100 requests remaining this hour; resets in 52 min
            8 of 10 requests remaining this minute; resets in 41 s
`,
    });
  });

  it('prints JSON with --json', async () => {
    expect(JSON.parse((await runCommand(['whoami', '--json'])).stdout)).toEqual({
      data: {
        ...KEY,
        url: 'https://feedback.example.com',
        url_from: 'FEEDBACK_URL',
        key_from: 'FEEDBACK_API_KEY',
        limits: [
          { name: 'hour', limit: 100, remaining: 87, reset_seconds: 3120 },
          { name: 'minute', limit: 10, remaining: 8, reset_seconds: 41 },
        ],
      },
    });
  });

  it('escapes control characters in the names of the account and the key', async () => {
    const output = (fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, `${text}\x1b]0;x\x07`]));
    const hostile = { ...output(KEY), account: output(KEY.account) };
    const { fetch } = new ScriptedService(jsonResponse({ data: hostile }));
    expect((await runCommand(['whoami'], { fetch })).stdout).not.toMatch(/[\x1b\x07]/);
  });

  it('uses the stored key, but only for its own service', async () => {
    const home = mkdtempSync(join(tmpdir(), 'feedback-whoami-'));
    const env = { HOME: home, FEEDBACK_URL: undefined, FEEDBACK_API_KEY: undefined };
    try {
      const path = writeSettings({ HOME: home }, { url: 'https://a.example', apiKey: 'fb_live_stored' });
      const { stdout, service } = await runCommand(['whoami'], { env });
      expect(stdout).toContain(`from ${path}`);
      expect(service.requests[0]!.headers.get('x-api-key')).toBe('fb_live_stored');
      expect(await runCommand(['whoami', '--url', 'https://b.example'], { env })).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('The stored API key is for https://a.example'),
        service: { requests: [] },
      });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

describe('feedback open', () => {
  const opened: string[] = [];
  const browse = (works: boolean) => (url: string) => {
    opened.push(url);
    return Promise.resolve(works);
  };
  beforeEach(() => opened.splice(0));

  it('opens the form in a browser', async () => {
    const { code, stdout, stderr } = await runCommand(['open'], { terminal: 80, openBrowser: browse(true) });
    expect([code, stdout, stderr, opened]).toEqual([0, '', `Opened ${KEY.form_url}\n`, [KEY.form_url]]);
  });

  it.each([
    ['if there is no browser', { terminal: 80, openBrowser: browse(false) }, 1],
    ['in a pipe', { openBrowser: browse(true) }, 0],
    ['without openBrowser', { terminal: 80 }, 0],
  ])('prints the URL %s', async (_, world, path) => {
    expect(await runCommand(['open'], world)).toMatchObject({ code: 0, stdout: `${KEY.form_url}\n` });
    expect(opened.length).toBe(path);
  });

  it('prints the dashboard URL without a request and without a key', async () => {
    const env = { FEEDBACK_API_KEY: undefined };
    const { stdout, service } = await runCommand(['open', '--dashboard'], { env });
    expect([stdout, service.requests]).toEqual(['https://feedback.example.com/app\n', []]);
    expect(JSON.parse((await runCommand(['open', '--dashboard', '--json'], { env })).stdout)).toEqual({
      data: { url: 'https://feedback.example.com/app' },
    });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', '--version', '/f/acme'])(
    'does not open %s',
    async (url) => {
      const { fetch } = new ScriptedService(jsonResponse({ data: { ...KEY, form_url: url } }));
      const { code, stdout } = await runCommand(['open'], { fetch, terminal: 80, openBrowser: browse(true) });
      expect([code, stdout, opened]).toEqual([1, '', []]);
    },
  );
});
