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

/** Keeps this process running until `unref` is called. */
interface Handle {
  ref(): unknown;
  unref(): unknown;
}

/** The browser of this process, which all its test files share. */
let shared: { readonly browser: Browser; readonly handles: readonly Handle[] } | undefined;

/** Returns the browser of this process. Call `releaseBrowser` at the end of the test file. */
export async function acquireBrowser(): Promise<Browser> {
  if (!shared?.browser.isConnected()) shared = await launch();
  for (const handle of shared.handles) handle.ref();
  return shared.browser;
}

/** Lets this process exit while the browser runs. Playwright stops the browser when the process exits. */
export function releaseBrowser(): void {
  for (const handle of shared?.handles ?? []) handle.unref();
}

async function launch(): Promise<NonNullable<typeof shared>> {
  const started: ChildProcess[] = [];
  const onStart = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onStart);
  try {
    const browser = await chromium.launch(launchOptions);
    const process = started.find(({ spawnfile }) => spawnfile === executablePath)!;
    const pipes = (process.stdio as (Socket | null)[]).filter((pipe) => pipe !== null);
    return { browser, handles: [process, ...pipes] };
  } finally {
    unsubscribe('child_process', onStart);
  }
}
