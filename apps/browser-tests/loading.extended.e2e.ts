import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** dashboard.md 1 */
describeInBrowser('a page that is loading', () => {
  const fixture = useBrowser();

  it('is nothing of Get started, which the owner may have finished', async () => {
    let respond = () => {};
    const responded = new Promise<void>((done) => (respond = done));
    const owner = await fixture.visit();
    await owner.createAccount('Finished');
    const { page } = owner;
    await page.route('**/app/api/first-steps', async (route) => {
      await responded;
      await route.fulfill({ json: { data: { form_used: true, key_created: true, key_used: true } } });
    });
    await owner.goTo('/app');
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
    await page.getByText('Loading').first().waitFor({ state: 'attached' });
    expect(await page.getByText('Get started').count()).toBe(0);
    respond();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(await page.getByText('Get started').count()).toBe(0);
  });

  it('has requested the first items, and has its color scheme, before its files arrive', async () => {
    const owner = await fixture.visit({ colorScheme: 'dark' });
    await owner.createAccount('No files yet');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.route('**/assets/**', () => {});
    const requests = ['session', 'feedback?limit=50'].map((path) =>
      page.waitForRequest((request) => request.url().includes(`/app/api/${path}`)),
    );
    const hasScheme = (scheme: string) =>
      page.waitForFunction(
        (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
        scheme,
      );
    await page.reload({ waitUntil: 'commit' });
    await Promise.all(requests);
    await hasScheme('dark');
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'));
    await page.reload({ waitUntil: 'commit' });
    await hasScheme('light');
    const lists = page.waitForRequest((request) => request.url().includes('status=declined'));
    await page.evaluate(() => window.location.assign('/app/board'));
    await lists;
  });

  it('shows the account of the session if another one was the last in this browser', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Now');
    await owner.createItems('Mine');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await owner.row('Mine').waitFor();
    await page.evaluate(() => localStorage.setItem('signed-in', '01a226ae-1f03-7469-b643-d773e8d93698'));
    const rejected = page.waitForResponse((response) => response.status() === 409);
    await owner.goTo('/app/inbox');
    expect(new URL((await rejected).url()).pathname).toBe('/app/api/feedback');
    await owner.row('Mine').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('asks once for a session that has ended, and leads to the sign-in page', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Ended');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await owner.context.clearCookies();
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
    await owner.goTo('/app/inbox');
    await page.getByText('You’ve been signed out.').waitFor();
    expect(requests.filter((path) => path === '/app/api/session')).toHaveLength(1);
  });

  it('leads to the sign-in page after a new password, although there was a session when it loaded', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Reset');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
    await owner.goTo('/app/reset-password');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await owner.context.clearCookies();
    expect(requests).not.toContain('/app/api/session');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
  });

  it('keeps its skeleton bars away from the edges of the inbox', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Slow inbox');
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 800 });
    await owner.goTo('/app/inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.route('**/app/api/feedback?*', () => {});
    // The first items were requested early, and do not arrive.
    await owner.goTo('/app/inbox');
    const bars = page.getByRole('status').filter({ hasText: 'Loading' }).locator('.mantine-Skeleton-root');
    await bars.first().waitFor();
    const boxes = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON()));
    expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThan(8);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(352);
  });
});
