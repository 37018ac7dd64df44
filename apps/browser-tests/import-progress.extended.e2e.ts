import type { Page, Route } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { CANNY_CSV, openImportPage } from './support/import-page';
import { useBrowser } from './support/fixture';

describeInBrowser('a running import', () => {
  const fixture = useBrowser();

  it('shows its progress, and imports nothing if it is canceled or the page is left', async () => {
    const visit = await fixture.visit();
    const { page, choose, click, counts } = await openImportPage(visit, 'Slow line');
    await choose(manyRows(10_000), 'many.csv');
    await click('Check 10,000 rows');
    await page.getByText('10,000 rows: 10,000 new').waitFor();
    let stopThrottling = await throttle(page);
    await click('Import 10,000 items');
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await page.getByText(/^Sending: (?!0 B ).+ of .+ MB$/).waitFor();
    await visit.expectAccessible();
    await click('Cancel');
    await page.getByRole('alert').filter({ hasText: 'Import canceled. Nothing was imported.' }).waitFor();
    await page.locator(':focus').waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);

    await page.getByRole('button', { name: 'Check again' }).waitFor();
    await stopThrottling();
    await click('Check again');
    await page.getByText('10,000 rows: 10,000 new').waitFor();
    stopThrottling = await throttle(page);
    await click('Import 10,000 items');
    await page.getByText(/^Sending/).waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the import?' });
    await dialog.getByRole('button', { name: 'Keep importing' }).click();
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    const beforeUnloadDialog = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await beforeUnloadDialog).type()).toBe('beforeunload');
    await (await beforeUnloadDialog).dismiss();
    await page.getByRole('link', { name: 'Board' }).click();
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
    await stopThrottling();
    expect((await counts()).new).toBe(0);
  });

  it('closes the confirmation dialog when the import finishes first', async () => {
    const { page, choose, click } = await openImportPage(await fixture.visit(), 'Ends meanwhile');
    await choose('title\nA\n');
    await click('Check 1 row');
    let continueRequest = () => {};
    const continued = new Promise<void>((resolve) => (continueRequest = resolve));
    await page.route(/dry_run=false/, async (route) => {
      await continued;
      await route.continue();
    });
    await click('Import 1 item');
    expect(await page.getByText('It doesn’t change anything.').count()).toBe(0);
    await page.getByText('processing received rows').waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('dialog', { name: 'Cancel the import?' }).waitFor();
    continueRequest();
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/app/import');
  });

  it('reports an ended session with a message that is still correct after signing in again', async () => {
    const { page, choose, click } = await openImportPage(await fixture.visit(), 'Signed out');
    await choose('title\nA\n');
    await page.route(/dry_run=true/, (route) =>
      route.fulfill({ status: 401, json: errorResponse('authentication_error', 'session_required') }),
    );
    await click('Check 1 row');
    await page
      .getByRole('alert', { includeHidden: true })
      .filter({ hasText: 'You were signed out.' })
      .waitFor();
  });

  it('waits for a check that was just canceled', async () => {
    const { page, choose, click } = await openImportPage(await fixture.visit(), 'Hasty');
    await choose('title\nA\n');
    await page.route(/dry_run=true/, () => {});
    await click('Check 1 row');
    await click('Cancel');
    await page.getByText('Check canceled.').waitFor();
    await page.unroute(/dry_run=true/);
    const rejections = [1, 2];
    await page.route(/dry_run=true/, (route) =>
      rejections.pop()
        ? route.fulfill({ status: 429, json: errorResponse('rate_limit_error', 'import_in_progress') })
        : route.continue(),
    );
    await click('Check again');
    await page.getByText('1 row: 1 new').waitFor();
    expect(rejections).toEqual([]);
  });

  it.each([
    [
      'connection lost during the upload',
      (route: Route) => route.abort('connectionreset'),
      'Connection lost before the whole file was sent. Nothing was imported.',
    ],
    [
      'connection lost before the result',
      (route: Route) =>
        route.fulfill({ contentType: 'application/x-ndjson', body: '{"progress":{"rows":1}}\n' }),
      'Connection lost after the whole file was sent.',
    ],
    [
      'rejected because another import is running',
      (route: Route) =>
        route.fulfill({ status: 429, json: errorResponse('rate_limit_error', 'import_in_progress') }),
      'An import is already running for this account.',
    ],
    [
      'failed after the upload',
      (route: Route) =>
        route.fulfill({
          contentType: 'application/x-ndjson',
          body: `{"progress":{"rows":1}}\n${JSON.stringify(errorResponse('api_error', 'internal_error'))}\n`,
        }),
      'Something went wrong on our end. Try again in a moment. Nothing was imported.',
    ],
  ])('%s: shows the outcome as far as it is known, and can be retried', async (what, response, message) => {
    const { page, choose, click } = await openImportPage(await fixture.visit(), `Trouble ${what}`);
    await choose('title\nA\n');
    await click('Check 1 row');
    await page.route(/dry_run=false/, response);
    await click('Import 1 item');
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.unroute(/dry_run=false/);
    await click('Check again');
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
  });

  it('works with the keyboard alone on a phone', async () => {
    const visit = await fixture.visit({ viewport: { width: 360, height: 740 } });
    const { page } = await openImportPage(visit, 'Keys only');
    const tabTo = async (name: string | RegExp, role: 'button' | 'radio' | 'combobox' = 'button') => {
      const target = page.getByRole(role, { name });
      for (let at = 0; at < 60; at++) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`No way to ${String(name)} by Tab`);
    };
    const chooser = page.waitForEvent('filechooser');
    await tabTo('Choose a file');
    await page.keyboard.press('Enter');
    await (
      await chooser
    ).setFiles({ name: 'canny.csv', mimeType: 'text/csv', buffer: Buffer.from(CANNY_CSV) });
    await page.getByText('Looks like a Canny export').waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await tabTo('Day first: April 3', 'radio');
    await page.keyboard.press('Space');
    await tabTo('Status for “complete”', 'combobox');
    await page.keyboard.press('d');
    await tabTo('Check 2 rows');
    await page.keyboard.press('Enter');
    await page.getByText('2 rows: 2 new').waitFor();
    await tabTo('Import 2 items');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 items imported' }).and(page.locator(':focus')).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2 items imported');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  it('is accessible in every step and fits three widths', async () => {
    const visit = await fixture.visit();
    const { page, choose, click } = await openImportPage(visit, 'Looks');
    await page.getByText('How do I get this file?').click();
    await visit.expectAccessible();
    await visit.expectFits('import-1-file');
    const invalidRow = `66f0ac,"${'Very long title '.repeat(20)}",,Features,someday,Bob,not an email,0,soon\n`;
    await choose(CANNY_CSV + invalidRow);
    await page.getByRole('radio', { name: 'Day first: April 3' }).check();
    await visit.expectAccessible();
    await visit.expectFits('import-2-columns');
    await click('Check 3 rows');
    await page.getByText('3 rows: 2 new, 1 invalid').scrollIntoViewIfNeeded();
    await visit.expectAccessible();
    await visit.expectFits('import-3-check');
    await page.getByRole('checkbox', { name: 'Skip the invalid row' }).check();
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    await visit.expectAccessible();
    await visit.expectFits('import-4-done');
  });
});

const manyRows = (count: number): string =>
  `title,description\n${Array.from({ length: count }, (_, at) => `Title ${at},${'word '.repeat(100)}\n`).join('')}`;

const errorResponse = (type: string, code: string) => ({
  error: { type, code, message: 'The words of the service', request_id: 'req_1' },
});

/** Slows uploads down: one of `manyRows` takes minutes. The returned function restores full speed. */
async function throttle(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await cdp.send('Network.enable');
  await throttle(20_000);
  return async () => void (await throttle(-1));
}
