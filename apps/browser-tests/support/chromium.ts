import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
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

/**
 * Features of Chromium to turn off: those that Playwright turns off, because this list replaces its list, and the
 * pages in the address bar. Chromium loads two of them for each new window, even if it shows no address bar, which
 * takes more CPU time than the page of a test.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** For tests that launch their own browser. */
export const launchOptions = {
  executablePath,
  args: [
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};

/** The browser of this process, which all its test files share. */
let shared: { readonly browser: Browser; readonly process: ChildProcess } | undefined;

/** Returns the browser of this process. Call `releaseBrowser` at the end of the test file. */
export async function acquireBrowser(): Promise<Browser> {
  if (!shared?.browser.isConnected()) shared = await launch();
  for (const handle of handlesOf(shared.process)) handle.ref();
  return shared.browser;
}

/** Lets this process exit while the browser runs. Playwright stops the browser when the process exits. */
export function releaseBrowser(): void {
  for (const handle of shared ? handlesOf(shared.process) : []) handle.unref();
}

if (process.send) {
  // A Jest worker that gets no more files stops listening to messages. Without the browser, Playwright has no timers.
  process.on('removeListener', (event) => {
    if (event === 'message') shared?.process.kill('SIGKILL');
  });
}

/** What keeps this process running while the browser runs. */
function handlesOf(browser: ChildProcess): readonly { ref(): unknown; unref(): unknown }[] {
  const pipes = browser.stdio as readonly (Socket | null)[];
  return [browser, ...pipes.filter((pipe) => pipe !== null)];
}

async function launch(): Promise<NonNullable<typeof shared>> {
  const started: ChildProcess[] = [];
  const onStart = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onStart);
  try {
    const browser = await chromium.launch(launchOptions);
    return { browser, process: started.find(({ spawnfile }) => spawnfile === executablePath)! };
  } finally {
    unsubscribe('child_process', onStart);
  }
}
