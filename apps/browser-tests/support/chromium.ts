import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Whichever Chromium or Chrome is here: the one named, an installed one, or Playwright's own. */
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (
    process.env['CHROMIUM_PATH'] || [...onPath, ...INSTALL_PATHS, chromium.executablePath()].find(existsSync)
  );
}

const executablePath = findChromium();
if (!executablePath && process.env['BROWSER_TESTS'] === 'required') {
  throw new Error(
    'No Chromium or Chrome was found, and BROWSER_TESTS=required: install one or set CHROMIUM_PATH',
  );
}

/** `describe` if there is a browser. Otherwise its tests are skipped, which the summary of `npm test` reports. */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** For tests that launch their own browser. */
export const launchOptions = { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
