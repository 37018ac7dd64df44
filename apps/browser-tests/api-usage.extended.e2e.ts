import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** api-keys.md 8 */
describeInBrowser('the requests of API keys', () => {
  const fixture = useBrowser();

  it('are shown as bars and as tables', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Usage');
    const { page } = owner;
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'keys', {
      name: 'Website',
      permission: 'full',
    });
    const daily = { key_id: data.id, accepted: 1_200, rate_limited: 3, failed: 1 };
    const requests = [
      { ...daily, date: '2026-03-02' },
      { ...daily, date: '2026-03-03', accepted: 34 },
    ];
    let response: object = { data: { from: '2026-02-02', to: '2026-03-03', requests: [] } };
    let status = 200;
    await page.route('**/app/api/keys/usage', (route) => route.fulfill({ status, json: response }));
    await owner.goTo('/app/developer');
    await page.getByText('No requests in the last 30 days').waitFor();

    response = { data: { from: '2026-02-02', to: '2026-03-03', requests } };
    await page.reload();
    await page
      .getByRole('img', { name: '1,234 accepted requests, 6 rate limited, 2 other errors' })
      .waitFor();
    const totals = page.getByRole('region', { name: 'Requests by key', exact: true });
    expect(await totals.getByRole('row').last().innerText()).toMatch(/Website[^]*1,234\s+6\s+2/);
    await page.getByRole('button', { name: 'Show every day' }).focus();
    await page.keyboard.press('Enter');
    const days = page.getByRole('region', { name: 'Requests by key and day' }).getByRole('row');
    expect(await days.nth(1).innerText()).toMatch(/Website[^]*2026-03-03\s+34\s+3\s+1/);
    expect(await days.count()).toBe(3);
    await owner.expectAccessible();
    await owner.expectFits('api-usage');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await totals.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);

    [status, response] = [400, { error: { code: 'x', message: 'Broken' } }];
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Couldn’t load requests' }).waitFor();
  });
});
