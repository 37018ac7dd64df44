import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import type { Product } from './product';

const SCREENSHOTS = resolve(__dirname, '../../../screenshots');
const WIDTHS = [360, 768, 1440];
/** Long for a person, short for a test that waits for what never comes. */
const TIMEOUT_MS = 15_000;
export const PASSWORD = 'seven quiet lamps';
const SCHEMES = ['light', 'dark'] as const;

interface TestAccount {
  readonly slug: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Somebody in front of a browser of their own. Whatever a page does that it must not do is remembered and fails the
 * test at `close`: a request to another origin, an error on the console (a refusal of the content security policy is
 * one), an exception.
 */
export class Visit {
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly origin: string,
    private readonly runsScripts = true,
  ) {
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))
        this.errors.push(`left the origin: ${url}`);
    });
    page.on('pageerror', (error) => this.errors.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      // Statuses of 400 and more are Chromium's own lines; tests look at what people see of them.
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

  /** A second window of the same person. */
  async openPage(): Promise<Visit> {
    return new Visit(await this.context.newPage(), this.context, this.origin);
  }

  goTo(path: string) {
    return this.page.goto(`${this.origin}${path}`);
  }

  /** Creates an account by the page that is there for it, and lands on the first steps. */
  async signUp(name: string, email: string, password = PASSWORD): Promise<void> {
    const { page } = this;
    await this.goTo('/app/sign-up');
    await page.getByLabel('Account name', { exact: true }).fill(name);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
  }

  /** The same by the request the page sends, where signing up is not what is tested. */
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

  /** A call of the dashboard's own API as this browser's session; gives what it answers. */
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

  /** Items with these titles, the last one newest. */
  async createItems(...titles: string[]): Promise<void> {
    for (const title of titles) await this.callApi('POST', 'feedback', { title });
  }

  /** Many items by one request. */
  async importItems(titles: readonly string[]): Promise<void> {
    const lines = titles.map((title) => JSON.stringify({ title })).join('\n');
    const type = { 'content-type': 'application/x-ndjson' };
    await this.callApi('POST', 'feedback/import?dry_run=false&skip_invalid=false', lines, type);
  }

  /** An item's line in the inbox. */
  row(title: string) {
    return this.page.getByRole('row').filter({ hasText: title });
  }

  /** WCAG 2.2 AA as far as axe can tell, in both color schemes. */
  async expectAccessible(): Promise<void> {
    for (const colorScheme of SCHEMES) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.waitForFunction(showsColorScheme, colorScheme);
      await Promise.all(this.page.frames().map((frame) => frame.evaluate(stopAnimations, true)));
      await this.page.evaluate(waitTwoFrames);
      const found = await Promise.all(this.page.frames().map(findViolations));
      expect(found.flat().map((violation) => `${colorScheme} ${violation}`)).toEqual([]);
    }
    await Promise.all(this.page.frames().map((frame) => frame.evaluate(stopAnimations, false)));
    await this.page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  }

  /**
   * No width may scroll sideways. With SCREENSHOTS=1 it also takes pictures, light and dark, in the folder `screenshots`.
   * @param part of the page, when the rest does not matter
   */
  async expectFits(name: string, part?: Locator): Promise<void> {
    const before = this.page.viewportSize()!;
    for (const width of WIDTHS) {
      // High enough for a part: what is out of sight is not painted.
      await this.page.setViewportSize({ width, height: part ? 2400 : 900 });
      await part?.waitFor();
      if (this.runsScripts) await this.page.evaluate(waitTwoFrames);
      const overflow = await this.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
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

  /** Closes the window, and the browser's whole context with it. */
  async close(): Promise<void> {
    await this.context.close();
    expect(this.errors).toEqual([]);
  }
}

/** What a whole page must have, and a frame in it need not. */
const PAGE_ONLY_RULES = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** In a fifth of the time of `@axe-core/playwright`, which also collects what passes. */
async function findViolations(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  const disabledRules = frame.parentFrame() ? PAGE_ONLY_RULES : [];
  const options: axe.RunOptions = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  };
  return frame.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

/** Waits for what no page shows; jest's own time limit ends it. */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((next) => setTimeout(next, 50));
}

/**
 * In the page: nothing moves and no color fades, so that axe sees the final colors. Waiting for the transitions that run
 * is not enough: a script may begin another one at any time.
 */
function stopAnimations(isStopped: boolean): void {
  const stopSheet = Object.assign(new CSSStyleSheet(), { standsStill: true });
  stopSheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const root of [document, ...shadows]) {
    const others = root.adoptedStyleSheets.filter((sheet) => !('standsStill' in sheet));
    root.adoptedStyleSheets = isStopped ? [...others, stopSheet] : others;
  }
}

async function waitTwoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Whether the page has followed the browser's scheme; the dashboard notes on its root which one it shows. */
function showsColorScheme(scheme: string): boolean {
  const shown = document.documentElement.getAttribute('data-mantine-color-scheme');
  return shown === null || shown === scheme;
}
