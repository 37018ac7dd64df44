import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, browserCommand } from './browser';

const URL = 'https://feedback.example.com/f/acme?a=1&b=$(x)';

describe('browserCommand', () => {
  it.each([
    ['darwin', {}, ['open', URL]],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', URL]],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', URL]],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', URL]],
    ['linux', {}, null],
  ])('returns the launcher on %s with %j', (platform, env, command) => {
    expect(browserCommand(platform, env, URL)).toEqual(command);
  });
});

(process.platform === 'linux' ? describe : describe.skip)('openBrowser', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'feedback-browser-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const openUrl = () => openBrowser('linux', { DISPLAY: ':0', PATH: folder }, URL);
  const launcher = (script: string) => {
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'xdg-open'), 0o755);
  };

  it('passes the URL to the launcher without a shell', async () => {
    launcher(`printf '%s' "$1" > '${folder}/asked'`);
    expect(await openUrl()).toBe(true);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(URL);
  });

  it('returns false if there is no browser', async () => {
    launcher('exit 3');
    expect(await openUrl()).toBe(false);
    rmSync(join(folder, 'xdg-open'));
    expect(await openUrl()).toBe(false);
    expect(existsSync(join(folder, 'asked'))).toBe(false);
  });
});
