import type { Page, Response } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const KB = 1024;

describeInBrowser('size limits', () => {
  const fixture = useBrowser();

  it('the form transfers less than 100 KB, its HTML takes less than 14 KB, and nothing blocks rendering', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Slow phone');
    const customer = await fixture.visit({ viewport: { width: 390, height: 844 } });
    const { page } = customer;
    const traffic = await measureTraffic(page);
    await customer.goTo(`/f/${slug}`);
    await page.waitForLoadState('networkidle');
    expect(traffic.bytes()).toBeLessThan(100 * KB);
    // The initial TCP window (RFC 6928): the first paint needs no second round trip.
    expect(traffic.bytes('Document')).toBeLessThan(14 * KB);
    expect(traffic.bytes('Document')).toBeGreaterThan(KB);
    expect(await page.evaluate(renderBlocking)).toEqual([]);
  });

  it('the dashboard loads less than 240 KB of JavaScript at first in few files, most of it compiled while it loads', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('First load');
    const scripts: Response[] = [];
    owner.page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    const traffic = await measureTraffic(owner.page);
    const document = await owner.goTo('/app/inbox');
    await owner.page.waitForLoadState('networkidle');
    // Over HTTP/1.1, six at a time; on a slow network, each takes half a second.
    const files = (await document!.text()).matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g);
    expect(new Set([...files].map(([, file]) => file)).size).toBeLessThanOrEqual(8);
    expect(traffic.bytes('Script')).toBeLessThan(240 * KB);
    expect(traffic.bytes('Script')).toBeGreaterThan(10 * KB);
    const large = (await Promise.all(scripts.map((script) => script.text()))).filter(
      ({ length }) => length > 40 * KB,
    );
    expect(new Set(large.map((code) => code.split('\n', 1)[0]))).toEqual(
      new Set(['//# allFunctionsCalledOnLoad']),
    );
  });

  it('the reference loads less than 185 KB of JavaScript, without that of the dashboard', async () => {
    const visitor = await fixture.visit();
    const traffic = await measureTraffic(visitor.page);
    await visitor.goTo('/docs');
    await visitor.page.waitForLoadState('networkidle');
    expect(traffic.bytes('Script')).toBeLessThan(185 * KB);
    expect(traffic.bytes('Script')).toBeGreaterThan(10 * KB);
  });

  it('an inbox of 2,000 items requests and renders one page of them', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Two thousand');
    await owner.importItems(Array.from({ length: 2000 }, (_, n) => `Dark mode ${n}`));
    const { page } = owner;
    // From the second time on, the first requests are sent while the code is loading.
    await owner.goTo('/app/inbox');
    await page.getByRole('link', { name: 'All 2,000' }).waitFor();
    // The first page does not become old, and is not read again.
    await page.clock.setFixedTime(new Date());
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.url()));
    await owner.goTo('/app/inbox');
    await page.getByRole('link', { name: 'All 2,000' }).waitFor();
    const response = page.waitForResponse(/\/app\/api\/feedback\?.*q=dark/);
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('dark mode');
    await (await response).finished();
    await page.getByRole('grid', { name: 'Feedback items' }).and(page.locator('[aria-busy=false]')).waitFor();
    // Before the first page is polled.
    const requests = [...sent];
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    // Requests with limit=1 are polls for the newest item.
    expect(requests.filter((url) => url.endsWith('/app/api/session'))).toHaveLength(1);
    const queries = requests
      .filter((url) => /\/app\/api\/feedback\?/.test(url))
      .map((url) => new URL(url).searchParams);
    const pages = queries.filter((query) => query.get('limit') !== '1');
    expect(pages.map((query) => query.get('q'))).toEqual([null, 'dark mode']);
  });
});

/** Runs in the page. Returns the URLs of render-blocking resources. */
function renderBlocking(): string[] {
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus: string;
  })[];
  return resources.filter((one) => one.renderBlockingStatus === 'blocking').map(({ name }) => name);
}

/** Counts the bytes on the network, compressed and with headers. */
async function measureTraffic(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const typeByRequest = new Map<string, string>();
  const sizes = new Map<string, number>();
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, type }) => typeByRequest.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  return {
    bytes: (kind?: string) =>
      [...sizes].reduce((sum, [id, size]) => (kind && typeByRequest.get(id) !== kind ? sum : sum + size), 0),
  };
}
