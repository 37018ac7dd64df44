import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** dashboard.md 13 */
describeInBrowser('the security log', () => {
  const fixture = useBrowser();

  it('says what happened, who did it, and from where, and can be reached with the keyboard', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Security log');
    const { page } = owner;
    await owner.callApi('POST', 'keys', { name: 'Website', permission: 'full' });
    await owner.goTo('/app/settings/account');
    const open = page.getByRole('link', { name: 'Security log' });
    await open.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Security log', level: 1 }).waitFor();
    const events = page.getByRole('list', { name: 'Security events' }).getByRole('listitem');
    await events.first().waitFor();
    const [created, account] = await events.allInnerTexts();
    expect(created).toContain('API key “Website” created');
    expect(created).toContain('You');
    expect(created).toMatch(/127\.0\.0\.1|::1/);
    expect(created).toContain(String(new Date().getFullYear()));
    expect(account).toContain('Account created');
    await owner.expectAccessible();
    await owner.expectFits('security-log');
  });

  it('shows new events when it is opened again, and loads more on request', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Long log');
    const { page } = owner;
    for (let n = 0; n < 51; n++) await owner.callApi('GET', 'feedback/export?format=csv');
    await owner.goTo('/app/settings/security-log');
    const events = page.getByRole('list', { name: 'Security events' }).getByRole('listitem');
    await events.nth(49).waitFor();
    expect(await events.count()).toBe(50);
    let isDown = true;
    await page.route('**/app/api/security-log?*cursor*', (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('Couldn’t load more events.').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('Account created').waitFor();
    expect(await events.count()).toBe(52);

    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await owner.callApi('POST', 'keys', { name: 'Later', permission: 'read' });
    await page.getByRole('link', { name: 'Security log' }).click();
    await page.getByText('API key “Later” created').waitFor();
  });

  it('has a loading state, an error state with a retry, and an empty state', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('States of the log');
    const { page } = owner;
    let fail = () => {};
    let succeed = () => {};
    const statuses = [
      new Promise<number>((done) => (fail = () => done(400))),
      new Promise<number>((done) => (succeed = () => done(200))),
    ];
    await page.route('**/app/api/security-log?*', async (route) => {
      const status = await statuses.shift();
      const pagination = { limit: 50, has_more: false, next_cursor: null };
      const error = { type: 'api_error', code: 'internal_error', message: 'No', request_id: 'req_1' };
      await route.fulfill({ status, json: status === 200 ? { data: [], pagination } : { error } });
    });
    await owner.goTo('/app/settings/security-log');
    await page.getByText('Loading the security log').waitFor({ state: 'attached' });
    await owner.expectAccessible();
    fail();
    await page.getByText('Couldn’t load the security log').waitFor();
    await owner.expectAccessible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Loading the security log').waitFor({ state: 'attached' });
    succeed();
    await page.getByText('No security events').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('security-log-empty');
  });
});
