import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import type { Product } from './product';

/** The minified script. Chromium reads it for each page, and `axe.source` is more than twice as long. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = resolve(__dirname, '../../../screenshots');
const WIDTHS = [360, 768, 1440];
/** Less than the time limit of a test, so that the error names what did not appear. */
const TIMEOUT_MS = 240_000;
export const PASSWORD = 'seven quiet lamps';
const SCHEMES = ['light', 'dark'] as const;

interface TestAccount {
  readonly slug: string;
  readonly email: string;
  readonly name: string;
}

/**
 * A user with a separate browser context. Collects errors of the page, which fail the test after it: requests to
 * other origins, console errors (which include violations of the content security policy), and uncaught exceptions.
 */
export class Visit {
  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly origin: string,
    private readonly runsScripts = true,
    readonly errors: string[] = [],
  ) {
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))
        this.errors.push(`left the origin: ${url}`);
    });
    page.on('pageerror', (error) => this.errors.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      // Chromium logs these for statuses of 400 and above; tests check what the page shows instead.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.errors.push(`console: ${message.text()}`);
    });
  }

  static async open(browser: Browser, product: Product, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    return new Visit(await context.newPage(), context, product.origin, options.javaScriptEnabled);
  }

  /** Opens a second window in the same context. */
  async openPage(): Promise<Visit> {
    return new Visit(await this.context.newPage(), this.context, this.origin, this.runsScripts, this.errors);
  }

  goTo(path: string) {
    return this.page.goto(`${this.origin}${path}`);
  }

  /** Creates an account on the sign-up page, and waits for the page that follows. */
  async signUp(name: string, email: string, password = PASSWORD): Promise<void> {
    const { page } = this;
    await this.goTo('/app/sign-up');
    await page.getByLabel('Account name', { exact: true }).fill(name);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
  }

  /** Creates an account with the request of the sign-up page, for tests of other pages. */
  async createAccount(name: string): Promise<TestAccount> {
    const baseName = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/-$/, '');
    const slug = `${baseName}-${randomBytes(3).toString('hex')}`;
    const data = { name, email: `${slug}@example.com`, password: PASSWORD, slug };
    await this.callApi('POST', 'sign-up', data);
    return { slug, email: data.email, name };
  }

  /** Calls the dashboard API with the session of this browser, and returns the response body. */
  async callApi<T>(
    method: string,
    path: string,
    data?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<T> {
    const response = await this.context.request.fetch(`${this.origin}/app/api/${path}`, {
      method,
      data,
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: this.origin, ...extraHeaders },
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    const isJson = response.headers()['content-type']?.startsWith('application/json');
    return (isJson ? JSON.parse(text) : undefined) as T;
  }

  /** Creates items with these titles; the last one is the newest. */
  async createItems(...titles: string[]): Promise<void> {
    for (const title of titles) await this.callApi('POST', 'feedback', { title });
  }

  /** Creates many items with one request. */
  async importItems(titles: readonly string[]): Promise<void> {
    const lines = titles.map((title) => JSON.stringify({ title })).join('\n');
    const type = { 'content-type': 'application/x-ndjson' };
    await this.callApi('POST', 'feedback/import?dry_run=false&skip_invalid=false', lines, type);
  }

  /** The row of an item in the inbox. */
  row(title: string) {
    return this.page.getByRole('row').filter({ hasText: title });
  }

  /** Checks WCAG 2.2 AA with axe. In the dark scheme, checks only contrast: no other rule depends on colors. */
  async expectAccessible(): Promise<void> {
    const frames = await this.framesWithScripts();
    for (const colorScheme of SCHEMES) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await Promise.all(frames.map((frame) => frame.evaluate(stopAnimations, true)));
      await this.page.waitForFunction(showsSchemeAndDialogs, colorScheme);
      await this.page.evaluate(waitTwoFrames);
      const rules = colorScheme === 'light' ? RULES : CONTRAST_RULES;
      const found = await Promise.all(frames.map((frame) => findViolations(frame, rules)));
      expect(found.flat().map((violation) => `${colorScheme} ${violation}`)).toEqual([]);
    }
    await Promise.all(frames.map((frame) => frame.evaluate(stopAnimations, false)));
    await this.page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  }

  /** Axe cannot run in a frame that runs no scripts. */
  private async framesWithScripts(): Promise<readonly Frame[]> {
    for (;;) {
      const frames = this.page.frames();
      const sandboxes = await Promise.all(frames.map(sandboxOf));
      // The page can replace a frame meanwhile, as that of a preview.
      if (!frames.some((frame) => frame.isDetached())) return frames.filter((_, at) => sandboxes[at] !== '');
    }
  }

  /**
   * Checks that the page does not scroll sideways at any width. With SCREENSHOTS=1, also saves light and dark
   * screenshots in the folder `screenshots`.
   * @param part limits the screenshots to a part of the page
   */
  async expectFits(name: string, part?: Locator): Promise<void> {
    const before = this.page.viewportSize()!;
    for (const width of WIDTHS) {
      // Tall enough for the part, because content outside the viewport is not painted.
      await this.page.setViewportSize({ width, height: part ? 2400 : 900 });
      await part?.waitFor();
      const overflow = await this.page.evaluate(async (runsScripts) => {
        const { documentElement: page } = document;
        const overflow = () => page.scrollWidth - page.clientWidth;
        // Charts get their new width some frames later.
        for (let frame = 0; runsScripts && frame < (overflow() > 0 ? 300 : 2); frame++)
          await new Promise(requestAnimationFrame);
        return overflow();
      }, this.runsScripts);
      expect([name, width, Math.max(overflow, 0)]).toEqual([name, width, 0]);
      if (process.env['SCREENSHOTS']) await this.takeScreenshots(`${name}-${width}`, part);
    }
    await this.page.setViewportSize(before);
  }

  private async takeScreenshots(name: string, part?: Locator): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    for (const colorScheme of SCHEMES) {
      await this.page.emulateMedia({ colorScheme });
      await part?.scrollIntoViewIfNeeded();
      const path = `${SCREENSHOTS}/${name}-${colorScheme}.png`;
      await (part ?? this.page).screenshot({ path, animations: 'disabled' });
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }
}

async function sandboxOf(frame: Frame): Promise<string | null> {
  try {
    return frame.parentFrame() && (await (await frame.frameElement()).getAttribute('sandbox'));
  } catch (error) {
    if (frame.isDetached()) return null;
    throw error;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules for whole pages, which do not apply to frames. */
const PAGE_ONLY_RULES = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** Takes a fifth of the time of `@axe-core/playwright`, which also collects passed checks. */
async function findViolations(frame: Frame, rules: string[]): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
  const disabledRules = frame.parentFrame() ? PAGE_ONLY_RULES : [];
  const options: axe.RunOptions = {
    runOnly: rules,
    rules: Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  };
  return frame.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

/** Waits for a condition that no page shows. The time limit of jest ends the wait. */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((next) => setTimeout(next, 50));
}

/**
 * Runs in the page. Stops transitions and animations, so that axe sees the final colors. Waiting for the running
 * transitions is not enough: a script can start another one at any time.
 */
function stopAnimations(isStopped: boolean): void {
  const stopSheet = Object.assign(new CSSStyleSheet(), { standsStill: true });
  stopSheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const root of [document, ...shadows]) {
    const others = root.adoptedStyleSheets.filter((sheet) => !('standsStill' in sheet));
    const wasStopped = others.length < root.adoptedStyleSheets.length;
    if (isStopped !== wasStopped) root.adoptedStyleSheets = isStopped ? [...others, stopSheet] : others;
  }
}

/**
 * True if the page shows this color scheme, which the dashboard stores in an attribute of the root element. False while
 * an open dialog is still transparent: until then, axe checks the page behind it too.
 */
function showsSchemeAndDialogs(scheme: string): boolean {
  const shown = document.documentElement.getAttribute('data-mantine-color-scheme');
  if (shown !== null && shown !== scheme) return false;
  return [...document.querySelectorAll('[role=dialog]')].every(
    (dialog) => !dialog.checkVisibility() || dialog.checkVisibility({ checkOpacity: true }),
  );
}

export async function waitTwoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}
