import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

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

  it('keeps its skeleton bars away from the edges of the inbox', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Slow inbox');
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 800 });
    await page.route('**/app/api/feedback?*', () => {});
    await owner.goTo('/app/inbox');
    const bars = page.getByRole('status').filter({ hasText: 'Loading' }).locator('.mantine-Skeleton-root');
    await bars.first().waitFor();
    const boxes = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON()));
    expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThan(8);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(352);
  });
});
