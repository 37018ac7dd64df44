import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** insights.md 2 */
describeInBrowser('the page Insights', () => {
  const fixture = useBrowser();

  async function open(name: string) {
    const owner = await fixture.visit({ timezoneId: 'Asia/Kolkata' });
    await owner.createAccount(name);
    return owner;
  }
  /** Scripts that the page has loaded and that contain the library for charts. */
  const chartScripts = async (page: Page) => {
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((url) => url.endsWith('.js')),
    );
    const texts = await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()));
    return texts.filter((text) => text.includes('recharts')).length;
  };

  it('shows charts with tables and files of their numbers, with the keyboard too', async () => {
    const owner = await open('Insights');
    const { page } = owner;
    await owner.createItems('Dark mode', 'CSV export', 'Keyboard shortcuts');
    const { data } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback');
    await owner.callApi('PATCH', `feedback/${data[0]!.id}`, { status: 'shipped' });
    // The history of items is written shortly after the response.
    for (let count = 0; count === 0;) {
      const stats = await owner.callApi<{ data: { total: { count: number } } }>(
        'GET',
        'feedback/stats?metric=shipped',
      );
      count = stats.data.total.count;
    }
    await owner.goTo('/app/inbox');
    await page.getByRole('row').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await chartScripts(page)).toBe(0);

    let load = () => {};
    const mayLoad = new Promise<void>((done) => (load = done));
    await page.route('**/assets/chart-*.js', (route) => mayLoad.then(() => route.continue()));
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
    await page.getByText('Days in the time zone Asia/Calcutta').waitFor();
    await page.getByRole('img', { name: 'New feedback by source: 3 new items' }).waitFor();
    await page.getByRole('img', { name: 'Status changes by new status: 1 status change' }).waitFor();
    await page.getByRole('img', { name: /^Time to the first status change: Median \d+ s/ }).waitFor();
    await page.getByRole('img', { name: /^Time to Shipped: Median \d+ s, 1 change/ }).waitFor();
    // The numbers don't wait for the drawings.
    const bars = page.locator('.recharts-bar');
    expect(await bars.count()).toBe(0);
    load();
    await bars.first().waitFor();
    expect(await chartScripts(page)).toBe(1);

    const toggle = page.getByRole('button', { name: 'Show as table (New feedback by source)' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: 'Table: New feedback by source' });
    expect(await table.getByRole('row').count()).toBe(32);
    expect(await table.getByRole('row').last().innerText()).toMatch(/Total\s+3\s+3/);
    await owner.expectAccessible();
    await owner.expectFits('insights');

    await page.keyboard.press('Tab');
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^feedback-created-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect([lines[0], lines.length]).toEqual(['From,To,Dashboard,Total', 32]);
  });

  it('shows the top tags and the most requested items, with links to them', async () => {
    const owner = await open('Rankings');
    const { page } = owner;
    const create = async (title: string, ...tags: string[]) =>
      (await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title, tags })).data.id;
    const target = await create('Dark mode', 'design', 'mobile');
    const duplicate = await create('Night theme', 'design');
    await create('CSV export');
    await owner.goTo('/app/insights');
    await page.getByText('No item has more than one request.').waitFor();
    await owner.callApi('PATCH', `feedback/${duplicate}`, { merged_into: target });

    await owner.goTo('/app/insights?range=7');
    const tags = page.getByRole('list', { name: 'Top tags' });
    await tags.getByRole('link', { name: 'design' }).waitFor();
    expect(await tags.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^design\s+2$/),
      expect.stringMatching(/^mobile\s+1$/),
    ]);
    const requested = page.getByRole('list', { name: 'Most requested' });
    await requested.getByRole('link', { name: 'Dark mode' }).waitFor();
    expect(await requested.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Dark mode\s+2$/),
    ]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV (Top tags)' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^feedback-tags-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toBe('Tag,New items\r\n"design",2\r\n"mobile",1\r\n');
    await page.getByRole('button', { name: 'Show as table (Most requested)' }).click();
    const table = page.getByRole('region', { name: 'Table: Most requested' });
    expect(await table.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Title\s+Requests$/),
      expect.stringMatching(/^Dark mode\s+2$/),
    ]);
    await owner.expectAccessible();
    for (const name of ['Top tags', 'Most requested'])
      await owner.expectFits(`insights-${name}`, page.getByRole('region', { name, exact: true }));

    await tags.getByRole('link', { name: 'mobile' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('tag')).toBe('mobile');
    await page.getByRole('row').filter({ hasText: 'Dark mode' }).waitFor();
    await page.goBack();
    await requested.getByRole('link', { name: 'Dark mode' }).click();
    await page.getByRole('region', { name: 'Feedback item' }).getByText('Dark mode').first().waitFor();
    expect(new URL(page.url()).searchParams.get('item')).toBe(target);
  });

  it('has the range in the address', async () => {
    const owner = await open('Range');
    const { page } = owner;
    await owner.createItems('Dark mode');
    await owner.goTo('/app/insights?range=7');
    await page.getByRole('img', { name: /^New feedback/ }).waitFor();
    expect(await page.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true);
    const response = page.waitForResponse(
      /stats\?metric=created&?.*interval=month|interval=month.*metric=created/,
    );
    await page.getByText('12 months', { exact: true }).click();
    const url = new URL((await response).url());
    expect(url.searchParams.get('time_zone')).toBe('Asia/Calcutta');
    expect(new URL(page.url()).search).toBe('?range=12m');
  });

  it('says what to do without feedback, and has a loading state and an error state with a retry', async () => {
    const owner = await open('States of insights');
    const { page } = owner;
    await owner.goTo('/app/insights');
    await page.getByText('No feedback yet').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('insights-empty');
    await page.getByRole('link', { name: 'Open the form page' }).click();
    await page.getByRole('heading', { name: 'Form', level: 1 }).waitFor();

    await owner.createItems('Dark mode');
    let isDown = true;
    await page.route('**/app/api/feedback/stats?*', (route) =>
      isDown
        ? route.fulfill({ status: 400, json: { error: { code: 'x', message: 'Broken' } } })
        : route.continue(),
    );
    await owner.goTo('/app/insights');
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load: New feedback by source' });
    await alert.waitFor();
    isDown = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: 'New feedback by source: 1 new item' }).waitFor();
  });
});
