import { describeInBrowser } from './support/chromium';
import { answer, contentOf, field, integrator, keyField, open, send } from './support/reference-page';
import { scene } from './support/fixture';

const KEY = /^fb_live_[0-9A-Za-z]{38}$/;

describeInBrowser('the console of /docs: more cases', () => {
  const stage = scene();

  it('walks by cursor', async () => {
    const { page, key } = await integrator(stage, 'Walker', 'listFeedback', 'one', 'two', 'three');
    await keyField(page).fill(key);
    await field(page, 'limit').fill('2');
    await page.getByLabel('include_total').selectOption('true');
    await send(page, '200 OK');
    await answer(page).getByText('"three"').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await answer(page).getByText('"one"').waitFor();
    await page.getByRole('button', { name: 'Next page' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('include_total').inputValue()).toBe('');
  });

  it('checks the body, and sends it all the same when that is wanted', async () => {
    const { page, key } = await integrator(stage, 'Typist', 'createFeedback');
    await keyField(page).fill(key);
    await field(page, 'Body').fill('{"title": ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This is not JSON yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Format' }).isDisabled()).toBe(true);
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('/api/v1/')),
      page.getByRole('button', { name: 'Send it anyway' }).click(),
    ]);
    expect(response.status()).toBe(400);
    await answer(page).getByText('"malformed_json"').waitFor();
    await field(page, 'Body').fill('{"title":"Dark mode","status":"planned"}');
    await page.getByRole('button', { name: 'Format' }).click();
    expect(await field(page, 'Body').inputValue()).toBe(
      '{\n  "title": "Dark mode",\n  "status": "planned"\n}',
    );
    await send(page, '201 Created');
  });

  it('says which parameter is missing', async () => {
    const { page, key } = await integrator(stage, 'Forgetful', 'getFeedback');
    await keyField(page).fill(key);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This one is required.').waitFor();
    expect(
      await page.getByRole('textbox', { name: /^id/ }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it('waits when the quota is spent, and goes out as soon as there is room', async () => {
    const { page, key } = await integrator(stage, 'Patient', 'listFeedback');
    await keyField(page).fill(key);
    for (let call = 0; call < 10; call++) await send(page, '200 OK');
    await send(page, '429 Too Many Requests');
    await page.getByLabel('0 of 10 requests left this minute').waitFor({ state: 'attached' });
    await page.getByText('The quota of this key is spent.').waitFor();
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await page.getByText('Goes out by itself in').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.', { exact: true }).waitFor();

    // Without its key nothing goes out later.
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await page.getByText('Goes out by itself in').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Cancelled.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Fill in an API key first.').waitFor();

    // The minute itself is not waited for: the service says two seconds, once.
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '2',
          'ratelimit-policy': '"minute";q=10;w=60',
          ratelimit: '"minute";r=0;t=2',
        },
        body: '{"error":{"code":"rate_limit_exceeded"}}',
      }),
    );
    await keyField(page).fill(key);
    await send(page, '429 Too Many Requests');
    await page.unroute('**/api/v1/**');
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":[]}' }),
    );
    await page.getByRole('button', { name: /^Send in \d+ s/ }).click();
    await answer(page).getByText('200 OK').waitFor();
  });

  it('says so when no answer comes, and can be cancelled', async () => {
    const { page, key } = await integrator(stage, 'Offline', 'createFeedback');
    await keyField(page).fill(key);
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Whether anything has changed is not known').waitFor();
    await page.unroute('**/api/v1/**');
    await page.route('**/api/v1/**', () => undefined);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sending…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. It may have changed something').waitFor();
  });

  it('shows the same call as curl, JavaScript and a command, as it is filled in, without the key', async () => {
    const { page, key } = await integrator(stage, 'Copyist', 'listFeedback');
    await keyField(page).fill(key);
    await page.getByLabel('status').selectOption('planned');
    const copied = async (language: string) => {
      await page.getByRole('tab', { name: language }).click();
      await page.getByRole('button', { name: 'Copy the code' }).click();
      await page.getByText('Copied').first().waitFor({ state: 'attached' });
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const url = `${stage.product.origin}/api/v1/feedback?status=planned`;
    expect(await copied('curl')).toBe(`curl '${url}' \\\n  -H "X-API-Key: $FEEDBACK_API_KEY"`);
    expect(await copied('JavaScript')).toContain(`fetch('${url}', {`);
    expect(await copied('CLI')).toBe('feedback list --status planned');
  });

  it('keeps the key in memory, and nowhere else', async () => {
    const { visit, page, key } = await integrator(stage, 'Keeper', 'listFeedback');
    expect(key).toMatch(KEY);
    await keyField(page).fill(key);
    await page.getByRole('button', { name: 'Show the key' }).click();
    const response = await send(page, '200 OK');
    expect(response.request().headers()['x-api-key']).toBe(key);
    await open(page, 'Create feedback');
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
    await page.getByText('Fill in an API key first.').waitFor();
  });

  it('makes nothing of what comes back but text', async () => {
    const evil = `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;
    const { page, key } = await integrator(stage, 'Evil texts', 'listFeedback', evil);
    await keyField(page).fill(key);
    await send(page, '200 OK');
    await answer(page).getByText('<img src=x').waitFor();
    expect(await page.evaluate(() => ['hurt' in window, document.querySelectorAll('img').length])).toEqual([
      false,
      0,
    ]);
  });

  it('shows the beginning of a long file, and saves all of it', async () => {
    const { page, key } = await integrator(stage, 'Downloader', 'listFeedback');
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
    await send(page, '200 OK');
    await page.getByText('The first 102.4 kB.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('feedback.ndjson');
    expect(await contentOf(download)).toBe(body);
  });

  it('takes an export back as an import', async () => {
    const { page, key } = await integrator(stage, 'Mover', 'exportFeedback', 'Dark mode', '=Export as CSV');
    const console = page.getByRole('region', { name: 'Console' });
    await keyField(page).fill(key);
    await console.getByLabel('format').selectOption('csv');
    await send(page, '200 OK');
    await answer(page).getByText("'=Export as CSV").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^feedback-\d{8}T\d{6}Z\.csv$/);
    await open(page, 'Import feedback');
    await console.getByLabel('Media type').selectOption('text/csv');
    await console.getByLabel('Or send a file').setInputFiles({
      name: 'feedback.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(await contentOf(download)),
    });
    await page.getByText('feedback.csv is sent as it is.').waitFor();
    await page.getByText('Changes real data').waitFor();
    await console.getByLabel('dry_run').selectOption('true');
    await page.getByText('Changes real data').waitFor({ state: 'detached' });
    await page.getByText("--data-binary '@feedback.csv'").waitFor();
    await send(page, '200 OK');
    await answer(page).getByText('"existing": 2').waitFor();
  });
});
