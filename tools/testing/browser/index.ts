import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium';

const executablePath = findChromium();
if (!executablePath && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error(
    'No Chromium or Chrome was found, and TEST_PROGRAMS=required: install one or set CHROMIUM_PATH',
  );
}

/** `describe` if there is a browser. Otherwise its tests are skipped, which the summary of `npm test` reports. */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** For tests that launch their own browser. */
export const launchOptions = { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
