import { resolve } from 'node:path';
import type { Download, Page, Response } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { scene } from './support/scene';
import { until, type Visit } from './support/visit';

const KEY = /fb_live_[0-9A-Za-z]{38}/;

describeInBrowser('/docs', () => {
  const stage = scene();

  /** Somebody with a key of an account with these items, in front of the reference. */
  async function integrator(name: string, place = '', ...titles: string[]) {
    const visit = await stage.visit({ viewport: { width: 1280, height: 900 } });
    const { slug } = await visit.owns(name);
    await visit.has(...titles);
    const { key } = await stage.product.operator('issue-key', '--account', slug, '--name', 'Playground');
    await visit.context.clearCookies();
    await cutOff(visit);
    await visit.goTo(`/docs${place && `#${place}`}`);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    return { visit, page: visit.page, key: key! };
  }

  /** No network but the product's own, and whatever the policy refuses is remembered. */
  async function cutOff(visit: Visit): Promise<void> {
    await visit.context.route(
      (url) => url.origin !== stage.product.origin,
      (route) => {
        visit.faults.push(`asked another origin: ${route.request().url()}`);
        return route.abort();
      },
    );
    await visit.context.exposeFunction('refused', (what: string) => void visit.faults.push(what));
    await visit.context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        (globalThis as unknown as { refused(what: string): void }).refused(
          `policy: ${violatedDirective} ${blockedURI}`,
        ),
      );
    });
  }

  const keyField = (page: Page) => page.getByLabel('API key X-API-Key');
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
  const open = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name }).click();

  /** Sends, and waits for what comes back to stand there. */
  async function send(page: Page, status: string): Promise<Response> {
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('/api/v1/')),
      page.getByRole('button', { name: /^Send( in .*)?$/ }).click(),
    ]);
    await answer(page).getByText(status, { exact: true }).waitFor();
    return response;
  }

  it('lists, creates, reads, updates and deletes, and shows what is left of the limits', async () => {
    const { page, key } = await integrator('Caller', 'listFeedback', 'Export as CSV');
    await keyField(page).fill(key);
    await field(page, 'limit').fill('5');
    await send(page, '200 OK');
    await page.getByLabel('99 of 100 requests left this hour').waitFor({ state: 'attached' });
    await page.getByLabel('9 of 10 requests left this minute').waitFor({ state: 'attached' });
    await page.getByText(/full in \d+ s/).waitFor();

    await open(page, 'Create feedback');
    await field(page, 'Body').fill('{"title": "Dark mode"}');
    await page.getByRole('button', { name: 'Generate' }).click();
    await send(page, '201 Created');
    await page.getByLabel('8 of 10 requests left this minute').waitFor({ state: 'attached' });

    await answer(page)
      .getByRole('link', { name: /^Use in “/ })
      .click();
    await page.waitForURL(/#getFeedback$/);
    await page.keyboard.press('Enter');
    await answer(page).getByText('"Dark mode"').waitFor();
    const id = await page.getByRole('textbox', { name: /^id/ }).inputValue();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    await open(page, 'Update feedback');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByRole('button', { name: 'Use "1"' }).click();
    await field(page, 'Body').fill('{"status": "shipped"}');
    await send(page, '200 OK');
    await answer(page).getByText('"shipped"').waitFor();
    await send(page, '412 Precondition Failed');

    await open(page, 'Delete feedback');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByText('Changes real data').waitFor();
    await send(page, '204 No Content');
    await answer(page).getByText('No body.').waitFor();
    await page.getByLabel('4 of 10 requests left this minute').waitFor({ state: 'attached' });
  });

  it('walks by cursor', async () => {
    const { page, key } = await integrator('Walker', 'listFeedback', 'one', 'two', 'three');
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

  it('asks for a key, and shows a wrong one refused', async () => {
    const { page, key } = await integrator('Guesser', 'listFeedback');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Fill in an API key first.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'api-key');
    await keyField(page).fill(`${key.slice(0, -1)}💥`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('A key has letters, digits and _ only.').waitFor();
    await keyField(page).fill('fb_live_wrong');
    await send(page, '401 Unauthorized');
    await answer(page).getByText('"api_key_invalid"').waitFor();
    await keyField(page).fill(key);
    await send(page, '200 OK');
  });

  it('checks the body, and sends it all the same when that is wanted', async () => {
    const { page, key } = await integrator('Typist', 'createFeedback');
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
    const { page, key } = await integrator('Forgetful', 'getFeedback');
    await keyField(page).fill(key);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This one is required.').waitFor();
    expect(
      await page.getByRole('textbox', { name: /^id/ }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it('waits when the quota is spent, and goes out as soon as there is room', async () => {
    const { page, key } = await integrator('Patient', 'listFeedback');
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
    const { page, key } = await integrator('Offline', 'createFeedback');
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
    const { page, key } = await integrator('Copyist', 'listFeedback');
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
    const { visit, page, key } = await integrator('Keeper', 'listFeedback');
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
    const { page, key } = await integrator('Evil texts', 'listFeedback', evil);
    await keyField(page).fill(key);
    await send(page, '200 OK');
    await answer(page).getByText('<img src=x').waitFor();
    expect(await page.evaluate(() => ['hurt' in window, document.querySelectorAll('img').length])).toEqual([
      false,
      0,
    ]);
  });

  it('shows the beginning of a long file, and saves all of it', async () => {
    const { page, key } = await integrator('Downloader', 'listFeedback');
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
    expect(await read(download)).toBe(body);
  });

  it('takes an export back as an import', async () => {
    const { page, key } = await integrator('Mover', 'exportFeedback', 'Dark mode', '=Export as CSV');
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
      buffer: Buffer.from(await read(download)),
    });
    await page.getByText('feedback.csv is sent as it is.').waitFor();
    await page.getByText('Changes real data').waitFor();
    await console.getByLabel('dry_run').selectOption('true');
    await page.getByText('Changes real data').waitFor({ state: 'detached' });
    await page.getByText("--data-binary '@feedback.csv'").waitFor();
    await send(page, '200 OK');
    await answer(page).getByText('"existing": 2').waitFor();
  });

  it('is found by its address, goes back and forward, and says where it is', async () => {
    const { page } = await integrator('Reader', 'updateFeedback');
    await page.waitForFunction(() => document.title === 'Update feedback · Feedback API');
    await page.evaluate(() => scrollTo(0, 600));
    await open(page, 'Delete feedback');
    const heading = page.getByRole('heading', { name: 'Delete feedback', level: 1 });
    await heading.waitFor();
    expect(await page.evaluate(() => [scrollY, document.title])).toEqual([
      0,
      'Delete feedback · Feedback API',
    ]);
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole('heading', { name: 'Update feedback', level: 1 }).waitFor();
    await page.waitForFunction(() => scrollY === 600);
    await page.goForward();
    await heading.waitFor();
    await page.goto(`${stage.product.origin}/docs#nothing`);
    await page.getByText('There is no operation “nothing” here.').waitFor();
    expect(await page.title()).toBe('Feedback API');
  });

  it('needs no mouse', async () => {
    const { page, key } = await integrator('Keyboard');
    await keyField(page).fill(key);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('/');
    await page.keyboard.type('list');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'List feedback', level: 1 }).waitFor();
    await page.keyboard.press('Control+Enter');
    await answer(page).getByText('200 OK').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('no such thing');
    await page.getByText('No operation has “no such thing” in it.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Create feedback' }).waitFor();
  });

  it('shows every operation of the document', async () => {
    const { page } = await integrator('Everything');
    const document = (await (await fetch(`${stage.product.origin}/docs/openapi.json`)).json()) as {
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
  ])('%s: accessible in both schemes, within three widths', async (name, place) => {
    const { visit, page, key } = await integrator(`Look at ${name}`, place, 'Export as CSV', 'Dark mode');
    await keyField(page).fill(key);
    if (place === 'listFeedback') await send(page, '200 OK');
    if (place === 'updateFeedback') await page.getByRole('button', { name: 'Send' }).click();
    await visit.expectAccessible();
    await visit.photograph(name);
  });

  it('folds its operations away on a phone', async () => {
    const { visit, page } = await integrator('Phone', 'listFeedback');
    await page.setViewportSize({ width: 360, height: 800 });
    const link = page.getByRole('link', { name: 'Create feedback' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Operations' }).click();
    await link.waitFor();
    await visit.expectAccessible();
    await page.screenshot({ path: resolve(__dirname, '../../screenshots/docs-menu-360-light.png') });
    await link.click();
    await page.getByRole('heading', { name: 'Create feedback', level: 1 }).waitFor();
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Try it' }).click();
    await keyField(page).waitFor();
    await page.waitForFunction(() => document.getElementById('console')!.getBoundingClientRect().top < 200);
  });

  it('is light: under 250 KiB of JavaScript, and nothing jumps while it loads', async () => {
    const visit = await stage.visit({ viewport: { width: 1280, height: 900 } });
    await visit.context.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (globalThis as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await visit.goTo('/docs#listFeedback');
    await visit.page.getByRole('heading', { name: 'List feedback', level: 1 }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    const { scripts, asked, shift } = await visit.page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        scripts: loaded
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ encodedBodySize }) => encodedBodySize),
        asked: loaded.filter(({ name }) => name.endsWith('/openapi.json')).length,
        shift: (globalThis as unknown as { shift: number }).shift,
      };
    });
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024);
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(10 * 1024);
    expect(shift).toBeLessThan(0.02);
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('says without JavaScript what one needs to begin', async () => {
    const visit = await stage.visit({ javaScriptEnabled: false });
    await visit.goTo('/docs');
    await visit.page.getByRole('heading', { name: 'Feedback API' }).waitFor();
    await visit.page.locator('noscript code', { hasText: 'X-API-Key' }).first().waitFor();
    await visit.page.getByRole('link', { name: 'openapi.json' }).click();
    await until(async () => visit.page.url().endsWith('/docs/openapi.json'));
  });
});

async function read(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
