import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './chromium';
import { Product } from './product';
import { Visit } from './visit';

export interface BrowserFixture {
  readonly product: Product;
  readonly browser: Browser;
  /** A browser of somebody's own, closed after the test, which fails when a page did what it must not. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

/** A browser for all tests of a file, and the run's product; one of its own if it needs other settings. */
export function useBrowser(settings?: Readonly<Record<string, string>>): BrowserFixture {
  let product: Product | undefined;
  let browser: Browser | undefined;
  let visits: Visit[] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([
      settings ? Product.start(settings) : Product.shared(),
      launchBrowser(),
    ]);
  });
  afterEach(async () => {
    const errors = visits.flatMap((visit) => visit.errors);
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    get product() {
      return product!;
    },
    get browser() {
      return browser!;
    },
    async visit(options) {
      const visit = await Visit.open(browser!, product!, options);
      visits.push(visit);
      return visit;
    },
  };
}
