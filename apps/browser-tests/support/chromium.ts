import { chromium, type Browser, type Page } from 'playwright-core';
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

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage();
  lookOften(page);
  await page.close();
  return browser;
}

/** Time until Playwright looks again for what the page does not show yet. Its own grows to 500 ms. */
const LOOK_AGAIN_MS = 50;

/** The class of Playwright that looks for elements. */
interface Frames {
  retryWithProgressAndTimeouts(
    progress: unknown,
    timeouts: readonly number[],
    work: unknown,
  ): Promise<unknown>;
  retryWithProgressAndBackoff(this: Frames, progress: unknown, work: unknown): Promise<unknown>;
}

/** Half of the time of the browser tests was in these waits. */
function lookOften(page: Page): void {
  const { _connection: connection } = page as unknown as { _connection: { toImpl(of: object): object } };
  const frames = Object.getPrototypeOf(connection.toImpl(page.mainFrame())) as Frames;
  frames.retryWithProgressAndBackoff = function (progress, work) {
    return this.retryWithProgressAndTimeouts(progress, [LOOK_AGAIN_MS], work);
  };
}
