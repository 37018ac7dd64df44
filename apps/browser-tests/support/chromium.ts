import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium';

const executablePath = findChromium();
if (!executablePath && process.env['BROWSER_TESTS'] === 'required') {
  throw new Error(
    'No Chromium or Chrome was found, and BROWSER_TESTS=required: install one or set CHROMIUM_PATH',
  );
}

/** `describe` where there is a browser. Elsewhere its tests are skipped, which `npm test` says in its last lines. */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** For a test that launches a browser of its own. */
export const launchOptions = { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
