import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { scene } from './support/fixture';

const KB = 1024;

describeInBrowser('budgets', () => {
  const stage = scene();

  it('the form: under 100 KB in all, painted with its first 14 KB', async () => {
    const owner = await stage.visit();
    const { slug } = await owner.owns('Slow phone');
    const visitor = await stage.visit({ viewport: { width: 390, height: 844 } });
    const { page } = visitor;
    const wire = await watch(page);
    await visitor.goTo(`/f/${slug}`);
    await page.waitForLoadState('networkidle');
    expect(wire.bytes()).toBeLessThan(100 * KB);
    // What a server may send before it hears from the client (RFC 6928): no second round trip before the first paint.
    expect(wire.bytes('Document')).toBeLessThan(14 * KB);
    expect(wire.bytes('Document')).toBeGreaterThan(KB);
    expect(await page.evaluate(renderBlocking)).toEqual([]);
  });

  it('the dashboard: under 250 KB of JavaScript on first load', async () => {
    const owner = await stage.visit();
    await owner.owns('First load');
    const wire = await watch(owner.page);
    await owner.goTo('/app/inbox');
    await owner.page.waitForLoadState('networkidle');
    expect(wire.bytes('Script')).toBeLessThan(250 * KB);
    expect(wire.bytes('Script')).toBeGreaterThan(10 * KB);
  });

  it('an inbox of 2,000 items: one page of them is asked for and drawn', async () => {
    const owner = await stage.visit();
    await owner.owns('Two thousand');
    await owner.imports(Array.from({ length: 2000 }, (_, n) => `Dark mode ${n}`));
    const { page } = owner;
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await owner.goTo('/app/inbox');
    await page.getByRole('link', { name: 'All 2,000' }).waitFor();
    const found = page.waitForResponse(/\/app\/api\/feedback\?.*q=dark/);
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('dark mode');
    await (await found).finished();
    await page.getByRole('grid', { name: 'Feedback items' }).and(page.locator('[aria-busy=false]')).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    // Beside them the newest item alone, as long as somebody looks.
    const queries = asked
      .filter((url) => /\/app\/api\/feedback\?/.test(url))
      .map((url) => new URL(url).searchParams);
    const pages = queries.filter((query) => query.get('limit') !== '1');
    expect(pages.map((query) => query.get('q'))).toEqual([null, 'dark mode']);
  });
});

/** In the page: the addresses of what it had to wait for before it could paint. */
function renderBlocking(): string[] {
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus: string;
  })[];
  return resources.filter((one) => one.renderBlockingStatus === 'blocking').map(({ name }) => name);
}

/** What went over the wire, as it went: compressed, with headers. */
async function watch(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  return {
    bytes: (kind?: string) =>
      [...sizes].reduce((sum, [id, size]) => (kind && kinds.get(id) !== kind ? sum : sum + size), 0),
  };
}
