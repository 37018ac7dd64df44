import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './chromium';
import { Product } from './product';
import { Visit } from './visit';

export interface BrowserFixture {
  readonly product: Product;
  readonly browser: Browser;
  /** A separate browser context, closed after the test, which fails if the visit has errors. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

/** The browser for the tests of a file, with the run's product, or a separate product if `settings` are given. */
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
    await Promise.all(visits.map(closed));
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

/** Closes a context. Its pages can poll at any time, so handlers of their requests can be running. */
export async function closed({ context }: { readonly context: BrowserContext }): Promise<void> {
  const routers = [context, ...context.pages()];
  await Promise.all(routers.map((router) => router.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
