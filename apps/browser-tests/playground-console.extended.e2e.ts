import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import {
  responseRegion,
  readDownload,
  textField,
  openReference,
  keyField,
  openOperation,
  sendRequest,
} from './support/reference-page';
import { useBrowser } from './support/fixture';
import { waitTwoFrames } from './support/visit';

const KEY = /^fb_live_[0-9A-Za-z]{38}$/;

describeInBrowser('the console of /docs: more cases', () => {
  const fixture = useBrowser();

  it('pages through a list by cursor', async () => {
    const { page, key } = await openReference(fixture, 'Walker', 'listFeedback', 'one', 'two', 'three');
    await keyField(page).fill(key);
    await textField(page, 'limit').fill('2');
    await page.getByLabel('include_total').selectOption('true');
    await sendRequest(page, '200 OK');
    await responseRegion(page).getByText('"three"').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await responseRegion(page).getByText('"one"').waitFor();
    await page.getByRole('button', { name: 'Next page' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('include_total').inputValue()).toBe('');
  });

  it('reports a body that is not JSON, and can send it anyway', async () => {
    const { page, key } = await openReference(fixture, 'Typist', 'createFeedback');
    await keyField(page).fill(key);
    await textField(page, 'Body').fill('{"title": ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This isn’t valid JSON.').waitFor();
    expect(await page.getByRole('button', { name: 'Format' }).isDisabled()).toBe(true);
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('/api/v1/')),
      page.getByRole('button', { name: 'Send anyway' }).click(),
    ]);
    expect(response.status()).toBe(400);
    await responseRegion(page).getByText('"malformed_json"').waitFor();
    await textField(page, 'Body').fill('{"title":"Dark mode","status":"planned"}');
    await page.getByRole('button', { name: 'Format' }).click();
    expect(await textField(page, 'Body').inputValue()).toBe(
      '{\n  "title": "Dark mode",\n  "status": "planned"\n}',
    );
    await sendRequest(page, '201 Created');
  });

  it('marks and focuses a missing parameter', async () => {
    const { page, key } = await openReference(fixture, 'Forgetful', 'getFeedback');
    await keyField(page).fill(key);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This parameter is required.').waitFor();
    expect(
      await page.getByRole('textbox', { name: /^id/ }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it('queues a request over the rate limit, and sends it when the limit resets', async () => {
    const { page, key } = await openReference(fixture, 'Patient', 'listFeedback');
    await keyField(page).fill(key);
    for (let call = 0; call < 10; call++) await sendRequest(page, '200 OK');
    await sendRequest(page, '429 Too Many Requests');
    await page.getByLabel('0 of 10 requests remaining this minute').waitFor({ state: 'attached' });
    await page.getByText('You’ve reached this key’s rate limit.').waitFor();
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await page.getByText('Sending automatically in').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Canceled.', { exact: true }).waitFor();

    // Clearing the key cancels the queued request.
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await page.getByText('Sending automatically in').waitFor();
    await page.getByRole('button', { name: 'Clear key' }).click();
    await page.getByText('Canceled.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Enter an API key.').waitFor();

    // Instead of reaching a limit, the test returns its response.
    await page.clock.install();
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '50',
          'ratelimit-policy': '"minute";q=10;w=60',
          ratelimit: '"minute";r=0;t=50',
        },
        body: '{"error":{"code":"rate_limit_exceeded"}}',
      }),
    );
    await keyField(page).fill(key);
    await sendRequest(page, '429 Too Many Requests');
    await page.unroute('**/api/v1/**');
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":[]}' }),
    );
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await page.getByText('Sending automatically in').waitFor();
    await page.clock.fastForward(60_000);
    await responseRegion(page).getByText('200 OK').waitFor();
  });

  it('reports a missing response, and can cancel a request', async () => {
    const { page, key } = await openReference(fixture, 'Offline', 'createFeedback');
    await keyField(page).fill(key);
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('No response. The change may have been applied.').waitFor();
    await page.unroute('**/api/v1/**');
    await page.route('**/api/v1/**', () => undefined);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sending…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Canceled. The change may have been applied.').waitFor();
  });

  it('sends one request for a double click, a held key, and keys pressed while it runs', async () => {
    const { page, key } = await openReference(fixture, 'Impatient', 'createFeedback');
    await keyField(page).fill(key);
    let sent = 0;
    let respond = () => {};
    const responded = new Promise<void>((done) => (respond = done));
    await page.route('**/api/v1/**', async (route) => {
      sent++;
      await responded;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending…').waitFor();
    expect(sent).toBe(1);
    respond();
    await responseRegion(page).getByText('201 Created').waitFor();

    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await page.getByText('Sending…').waitFor({ state: 'detached' });
    await page.route('**/api/v1/**', () => undefined);
    await page.keyboard.down('Enter');
    await page.evaluate(waitTwoFrames);
    expect(await page.getByText('Sending…').count()).toBe(0);
    expect(sent).toBe(2);
  });

  it('shows the request as curl, JavaScript, and a CLI command, without the key', async () => {
    const { page, key } = await openReference(fixture, 'Copyist', 'listFeedback');
    await keyField(page).fill(key);
    await page.getByLabel('status').fill('planned');
    const copied = async (language: string) => {
      await page.getByRole('tab', { name: language }).click();
      // In parallel, because the confirmation is shown for 2 seconds only.
      const [text] = await Promise.all([
        copyWith(page.getByRole('button', { name: 'Copy code' })),
        page.getByText('Copied').first().waitFor({ state: 'attached' }),
      ]);
      return text;
    };
    const url = `${fixture.product.origin}/api/v1/feedback?status=planned`;
    expect(await copied('curl')).toBe(`curl '${url}' \\\n  -H "X-API-Key: $FEEDBACK_API_KEY"`);
    expect(await copied('JavaScript')).toContain(`fetch('${url}', {`);
    expect(await copied('CLI')).toBe('feedback list --status planned');
  });

  it('keeps the key only in memory', async () => {
    const { visit, page, key } = await openReference(fixture, 'Keeper', 'listFeedback');
    expect(key).toMatch(KEY);
    await keyField(page).fill(key);
    await page.getByRole('button', { name: 'Show key' }).click();
    const response = await sendRequest(page, '200 OK');
    expect(response.request().headers()['x-api-key']).toBe(key);
    await openOperation(page, 'Create a feedback item');
    const traces = () =>
      page.evaluate(async (secret) => {
        const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].map(({ value }) => value),
        );
        const places = {
          text: document.documentElement.innerHTML,
          attributes: attributes.join('\n'),
          url: location.href + JSON.stringify(history.state),
          storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
          cookies: document.cookie,
          databases: JSON.stringify(await indexedDB.databases()),
          caches: JSON.stringify(await caches.keys()),
        };
        return Object.entries(places).flatMap(([place, value]) => (value.includes(secret) ? [place] : []));
      }, key);
    expect(await traces()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await visit.context.cookies()).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await keyField(page).inputValue()).toBe('');
    expect(await traces()).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Enter an API key.').waitFor();
  });

  it('renders a response as plain text', async () => {
    const maliciousText = `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;
    const { page, key } = await openReference(fixture, 'Evil texts', 'listFeedback', maliciousText);
    await keyField(page).fill(key);
    await sendRequest(page, '200 OK');
    await responseRegion(page).getByText('<img src=x').waitFor();
    expect(await page.evaluate(() => ['hurt' in window, document.querySelectorAll('img').length])).toEqual([
      false,
      0,
    ]);
  });

  it('shows the start of a long response, and downloads all of it', async () => {
    const { page, key } = await openReference(fixture, 'Downloader', 'listFeedback');
    await keyField(page).fill(key);
    const body = `{"title":"Dark mode"}\n`.repeat(20_000);
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        headers: {
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': 'attachment; filename="feedback.ndjson"',
        },
        body,
      }),
    );
    await sendRequest(page, '200 OK');
    await page.getByText('Showing the first 102.4 KB.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('feedback.ndjson');
    expect(await readDownload(download)).toBe(body);
  });

  it('imports a saved export', async () => {
    const { page, key } = await openReference(
      fixture,
      'Mover',
      'exportFeedback',
      'Dark mode',
      '=Export as CSV',
    );
    const console = page.getByRole('region', { name: 'Console' });
    await keyField(page).fill(key);
    await console.getByLabel('format').selectOption('csv');
    await sendRequest(page, '200 OK');
    await responseRegion(page).getByText("'=Export as CSV").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^feedback-\d{8}T\d{6}Z\.csv$/);
    await openOperation(page, 'Import feedback items');
    await console.getByLabel('Media type').selectOption('text/csv');
    await console.getByLabel('Or send a file').setInputFiles({
      name: 'feedback.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(await readDownload(download)),
    });
    await page.getByText('feedback.csv will be sent unchanged.').waitFor();
    await page.getByText('Changes real data').waitFor();
    await console.getByLabel('dry_run').selectOption('true');
    await page.getByText('Changes real data').waitFor({ state: 'detached' });
    await page.getByText("--data-binary '@feedback.csv'").waitFor();
    await sendRequest(page, '200 OK');
    await responseRegion(page).getByText('"existing": 2').waitFor();
  });
});
