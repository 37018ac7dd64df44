import type { Browser } from 'playwright-core';
import { acquireBrowser, releaseBrowser } from './chromium';
import { Product } from './product';
import { Visit } from './visit';
import type { WindowOptions } from './window';

export interface BrowserFixture {
  readonly product: Product;
  readonly browser: Browser;
  /** A visitor with an empty browser profile until the end of the test, which fails if the visit has errors. */
  visit(options?: WindowOptions): Promise<Visit>;
}

/** The browser for the tests of a file, with the run's product, or a separate product if `settings` are given. */
export function useBrowser(settings?: Readonly<Record<string, string>>): BrowserFixture {
  let product: Product | undefined;
  let browser: Browser | undefined;
  let visits: Visit[] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([
      settings ? Product.start(settings) : Product.shared(),
      acquireBrowser(),
    ]);
  });
  afterEach(async () => {
    const errors = visits.flatMap((visit) => visit.errors);
    await Promise.all(visits.map((visit) => visit.end()));
    visits = [];
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    releaseBrowser();
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
