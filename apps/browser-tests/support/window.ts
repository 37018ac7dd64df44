import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Less than the time limit of a test, so that the error names what did not appear. */
const TIMEOUT_MS = 240_000;
const VIEWPORT = { width: 1440, height: 900 };
const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
];
/** Calls that have an effect on a browser profile until its end. */
const PERMANENT_CALLS = ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession'];

/**
 * Windows that no test uses, by their site and options. The next visit to the site gets one of them, because a new
 * window takes more CPU time than most tests: Chromium starts a process and compiles all scripts again.
 */
const spareWindows = new WeakMap<Browser, Map<string, Page[]>>();
const keys = new WeakMap<BrowserContext, string>();
const spoiled = new WeakSet<BrowserContext>();

export interface WindowOptions extends BrowserContextOptions {
  /** True for a new window, which loads every file from the service. */
  readonly hasEmptyCache?: boolean;
}

/** Opens a window with an empty browser profile. */
export async function openWindow(
  browser: Browser,
  origin: string,
  { viewport = VIEWPORT, hasEmptyCache = false, ...options }: WindowOptions = {},
): Promise<Page> {
  const key = JSON.stringify([new URL(origin).hostname, options]);
  const page = hasEmptyCache ? undefined : sparesOf(browser, key).pop();
  if (page) {
    if (viewport) await page.setViewportSize(viewport);
    return page;
  }
  const context = await browser.newContext({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  keys.set(context, key);
  const opened = await context.newPage();
  spoilOnCall(context, context, PERMANENT_CALLS);
  spoilOnCall(context, opened, PERMANENT_CALLS);
  spoilOnCall(context, context.clock, ['install']);
  return opened;
}

/** Empties the browser profile and keeps the window for the next visit, if possible. Otherwise closes it. */
export async function leaveWindow(page: Page, origin: string): Promise<void> {
  const context = page.context();
  const browser = context.browser()!;
  const key = keys.get(context)!;
  const [, options] = JSON.parse(key) as [string, BrowserContextOptions];
  if (spoiled.has(context) || page.isClosed() || options.javaScriptEnabled === false) return context.close();
  for (const event of EVENTS) for (const one of [page, context]) one.removeAllListeners(event);
  const others = context.pages().filter((one) => one !== page);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    ...others.map((one) => one.close()),
  ]);
  // Ends the scripts of the page. On an empty page of the same site, the process stays.
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(origin);
  await page.unrouteAll();
  await Promise.all([
    page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    }),
    context.clearCookies(),
    context.setOffline(false),
    page.mouse.move(-1, -1),
    page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? null,
    }),
  ]);
  sparesOf(browser, key).push(page);
}

function sparesOf(browser: Browser, key: string): Page[] {
  let ofBrowser = spareWindows.get(browser);
  if (!ofBrowser) spareWindows.set(browser, (ofBrowser = new Map()));
  let found = ofBrowser.get(key);
  if (!found) ofBrowser.set(key, (found = []));
  return found;
}

/** Makes these methods mark the browser profile as one that must not be used again. */
function spoilOnCall(context: BrowserContext, target: object, methods: readonly string[]): void {
  for (const name of methods) {
    const method = Reflect.get(target, name) as ((...args: unknown[]) => unknown) | undefined;
    if (!method) continue;
    Reflect.set(target, name, (...args: unknown[]) => {
      spoiled.add(context);
      return Reflect.apply(method, target, args);
    });
  }
}
