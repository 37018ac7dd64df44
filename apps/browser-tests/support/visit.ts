import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Product } from './product';

const SCREENSHOTS = resolve(__dirname, '../../../screenshots');
const WIDTHS = [360, 768, 1440];
/** Long for a person, short for a test that waits for what never comes. */
const PATIENCE_MS = 15_000;
export const PASSWORD = 'seven quiet lamps';
const SCHEMES = ['light', 'dark'] as const;

export interface Owned {
  readonly slug: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Somebody in front of a browser of their own. Whatever a page does that it must not do is remembered and fails the
 * test at `leave`: a request to another origin, an error on the console (a refusal of the content security policy is
 * one), an exception.
 */
export class Visit {
  readonly faults: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly origin: string,
  ) {
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))
        this.faults.push(`left the origin: ${url}`);
    });
    page.on('pageerror', (error) => this.faults.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      // Statuses of 400 and more are Chromium's own lines; tests look at what people see of them.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.faults.push(`console: ${message.text()}`);
    });
  }

  static async begin(
    browser: Browser,
    product: Product,
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new Visit(await context.newPage(), context, product.origin);
  }

  /** A second window of the same person. */
  async another(): Promise<Visit> {
    return new Visit(await this.context.newPage(), this.context, this.origin);
  }

  goTo(path: string) {
    return this.page.goto(`${this.origin}${path}`);
  }

  /** Creates an account by the page that is there for it, and lands on the first steps. */
  async signUp(name: string, email: string, password = PASSWORD): Promise<void> {
    const { page } = this;
    await this.goTo('/app/sign-up');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
  }

  /** The same by the request the page sends, where signing up is not what is tested. */
  async owns(name: string): Promise<Owned> {
    const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const data = { name, email: `${slug}@example.com`, password: PASSWORD, slug };
    await this.ask('POST', 'sign-up', data);
    return { slug, email: data.email, name };
  }

  /** A call of the dashboard's own API as this browser's session; gives what it answers. */
  async ask<T>(method: string, path: string, data?: unknown, more: Record<string, string> = {}): Promise<T> {
    const answer = await this.context.request.fetch(`${this.origin}/app/api/${path}`, {
      method,
      data,
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: this.origin, ...more },
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  }

  /** Items with these titles, the last one newest. */
  async has(...titles: string[]): Promise<void> {
    for (const title of titles) await this.ask('POST', 'feedback', { title });
  }

  /** An item's line in the inbox. */
  row(title: string) {
    return this.page.getByRole('row').filter({ hasText: title });
  }

  /** WCAG 2.2 AA as far as axe can tell, in both colour schemes. */
  async expectAccessible(): Promise<void> {
    for (const colorScheme of SCHEMES) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.waitForFunction(wears, colorScheme);
      await this.page.evaluate(settled);
      const { violations } = await new AxeBuilder({ page: this.page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      const found = violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((n) => n.html).join(' | ')}`,
      );
      expect(found).toEqual([]);
    }
    await this.page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  }

  /** The page at three widths, light and dark, in the folder `screenshots`; no width may scroll sideways. */
  async photograph(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const before = this.page.viewportSize();
    for (const width of WIDTHS) {
      await this.page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await this.page.emulateMedia({ colorScheme });
        const path = `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png`;
        await this.page.screenshot({ path, animations: 'disabled' });
      }
      const overflow = await this.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) this.faults.push(`${name} at ${width} px: ${overflow} px too wide`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    if (before) await this.page.setViewportSize(before);
  }

  /** Closes the window, and the browser's whole context with it. */
  async leave(): Promise<void> {
    await this.context.close();
    expect(this.faults).toEqual([]);
  }
}

/** Waits for what no page shows; jest's own time limit ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((next) => setTimeout(next, 50));
}

/** In the page: colours that fade from one scheme into the other have done so. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Whether the page has followed the browser's scheme; the dashboard notes on its root which one it shows. */
function wears(scheme: string): boolean {
  const shown = document.documentElement.getAttribute('data-mantine-color-scheme');
  return shown === null || shown === scheme;
}
