import { describeInBrowser } from './support/chromium';
import {
  responseRegion,
  openReference,
  keyField,
  openOperation,
  sendRequest,
} from './support/reference-page';
import { useBrowser } from './support/fixture';
import { waitUntil } from './support/visit';

describeInBrowser('/docs', () => {
  const fixture = useBrowser();

  it('supports links, Back, and Forward, and updates its title', async () => {
    const { page } = await openReference(fixture, 'Reader', 'updateFeedback');
    await page.waitForFunction(() => document.title === 'Update a feedback item · Feedback API');
    await page.evaluate(() => scrollTo(0, 600));
    await openOperation(page, 'Delete a feedback item');
    const heading = page.getByRole('heading', { name: 'Delete a feedback item', level: 1 });
    await heading.waitFor();
    await page.waitForFunction(() => document.title === 'Delete a feedback item · Feedback API');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole('heading', { name: 'Update a feedback item', level: 1 }).waitFor();
    await page.waitForFunction(() => scrollY === 600);
    await page.goForward();
    await heading.waitFor();
    await page.goto(`${fixture.product.origin}/docs#nothing`);
    await page.getByText('Operation “nothing” not found.').waitFor();
    await page.waitForFunction(() => document.title === 'Feedback API');
  });

  it('works with the keyboard alone', async () => {
    const { page, key } = await openReference(fixture, 'Keyboard');
    await keyField(page).fill(key);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('/');
    await page.keyboard.type('list');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'List feedback items', level: 1 }).waitFor();
    await page.keyboard.press('Control+Enter');
    await responseRegion(page).getByText('200 OK').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('zyxwv');
    await page.getByText('No operations match “zyxwv”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Create a feedback item' }).waitFor();
  });

  it('shows every operation and response of the OpenAPI document', async () => {
    const { page } = await openReference(fixture, 'Everything');
    const document = (await (await fetch(`${fixture.product.origin}/docs/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; summary: string; responses: object }>>;
    };
    for (const item of Object.values(document.paths)) {
      for (const { operationId, summary, responses } of Object.values(item)) {
        await page.evaluate((id) => void (location.hash = id), operationId);
        await page.getByRole('heading', { name: summary, level: 1 }).waitFor();
        const statuses = await page.locator('article details > summary > span:first-child').allTextContents();
        expect(statuses.sort()).toEqual(Object.keys(responses).sort());
      }
    }
  });

  it.each([
    ['docs', ''],
    ['docs-list', 'listFeedback'],
    ['docs-update', 'updateFeedback'],
    ['docs-import', 'importFeedback'],
  ])('%s: accessible in both schemes, fits three widths', async (name, place) => {
    const { visit, page, key } = await openReference(
      fixture,
      `Look at ${name}`,
      place,
      'Export as CSV',
      'Dark mode',
    );
    await keyField(page).fill(key);
    if (place === 'listFeedback') await sendRequest(page, '200 OK');
    if (place === 'updateFeedback') await page.getByRole('button', { name: 'Send' }).click();
    await visit.expectAccessible();
    await visit.expectFits(name);
  });

  it('error codes: accessible in both schemes, fit three widths, and the link leads to the code', async () => {
    const visit = await fixture.visit({ javaScriptEnabled: true });
    await visit.goTo('/docs');
    await visit.page.getByRole('link', { name: 'Error codes' }).click();
    await visit.page.getByRole('heading', { name: 'Error codes', level: 1 }).waitFor();
    await visit.expectAccessible();
    await visit.expectFits('docs-errors');
    await visit.goTo('/docs/errors#etag_mismatch');
    expect(await visit.page.locator(':target').textContent()).toContain('send its ETag.');
  });

  it('warns about invalid values in red, shows Clear key above the field, and searches response statuses', async () => {
    const { visit, page, key } = await openReference(fixture, 'Words', 'listFeedback');
    await keyField(page).fill(key);
    await page.getByRole('textbox', { name: 'created_after' }).fill('yesterday');
    const hint = page.getByText('The API will reject this value', { exact: false });
    const colorOf = (name: string) =>
      page.evaluate((property) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${property})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, name);
    expect(await hint.evaluate((words) => getComputedStyle(words).color)).toBe(
      await colorOf('--mantine-color-error'),
    );
    const clearButtonBox = (await page.getByRole('button', { name: 'Clear key' }).boundingBox())!;
    expect(clearButtonBox.y).toBeLessThan((await keyField(page).boundingBox())!.y);
    await page.getByRole('searchbox').fill('429');
    await page.getByRole('link', { name: 'Create a feedback item' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await visit.expectAccessible();
    await visit.expectFits('docs-advice');
  });

  it('collapses its operations on a phone', async () => {
    const { visit, page } = await openReference(fixture, 'Phone', 'listFeedback');
    await page.setViewportSize({ width: 360, height: 800 });
    const link = page.getByRole('link', { name: 'Create a feedback item' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Operations' }).click();
    await link.waitFor();
    await visit.expectAccessible();
    await link.click();
    await page.getByRole('heading', { name: 'Create a feedback item', level: 1 }).waitFor();
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Try it' }).click();
    await keyField(page).waitFor();
    await page.waitForFunction(() => document.getElementById('console')!.getBoundingClientRect().top < 200);
    await page.keyboard.press('Tab');
    expect(await keyField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('closes its operations with Escape, and with a click outside', async () => {
    const { page } = await openReference(fixture, 'Menu', 'listFeedback');
    // Taller than the menu.
    await page.setViewportSize({ width: 360, height: 3_000 });
    const toggle = page.getByRole('button', { name: 'Operations' });
    const isOpen = async () => (await toggle.getAttribute('aria-expanded')) === 'true';
    await toggle.click();
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await waitUntil(async () => !(await isOpen()));
    expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
    await toggle.click();
    expect(await isOpen()).toBe(true);
    await page.mouse.click(180, 1_990);
    await waitUntil(async () => !(await isOpen()));
  });

  it('has a skip link to the console as its second tab stop', async () => {
    const { page } = await openReference(fixture, 'Stops', 'listFeedback');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to console');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await keyField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('loads less than 250 KiB of JavaScript, and without layout shifts', async () => {
    const visit = await fixture.visit({ viewport: { width: 1280, height: 900 } });
    await visit.context.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (globalThis as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await visit.goTo('/docs#listFeedback');
    await visit.page.getByRole('heading', { name: 'List feedback items', level: 1 }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    const { scripts, documentRequests, shift } = await visit.page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        scripts: loaded
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ encodedBodySize }) => encodedBodySize),
        documentRequests: loaded.filter(({ name }) => name.endsWith('/openapi.json')).length,
        shift: (globalThis as unknown as { shift: number }).shift,
      };
    });
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024);
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(10 * 1024);
    expect(shift).toBeLessThan(0.02);
    expect(documentRequests).toBeLessThanOrEqual(2);
  });

  it('shows how to get started without JavaScript', async () => {
    const visit = await fixture.visit({ javaScriptEnabled: false });
    await visit.goTo('/docs');
    await visit.page.getByRole('heading', { name: 'Feedback API' }).waitFor();
    await visit.page.locator('noscript code', { hasText: 'X-API-Key' }).first().waitFor();
    await visit.page.getByRole('link', { name: 'openapi.json' }).click();
    await waitUntil(async () => visit.page.url().endsWith('/docs/openapi.json'));
  });
});
