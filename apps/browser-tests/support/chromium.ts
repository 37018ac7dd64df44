import { existsSync, readdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Whichever Chromium or Chrome is here: the one named, an installed one, or Playwright's own. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  return PLACES[platform()]?.find(existsSync) ?? playwrightsOwn();
}

function playwrightsOwn(): string | undefined {
  const cache = join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return undefined;
  const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
  return builds.map((name) => join(cache, name, 'chrome-linux/chrome')).find(existsSync);
}

const executablePath = findChromium();
if (!executablePath && process.env['BROWSER_TESTS'] === 'required') {
  throw new Error(
    'No Chromium or Chrome was found, and BROWSER_TESTS=required: install one or set CHROMIUM_PATH',
  );
}

/** `describe` where there is a browser. Elsewhere its tests are skipped, which `npm test` says in its last lines. */
export const describeInBrowser = executablePath ? describe : describe.skip;

export function launch(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
}
