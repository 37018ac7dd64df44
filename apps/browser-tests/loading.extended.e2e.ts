import { describeInBrowser } from './support/chromium';
import { scene } from './support/fixture';

describeInBrowser('what is shown while the service is asked', () => {
  const stage = scene();

  it('is nothing of First steps, which the owner may have finished', async () => {
    let answer = () => {};
    const asked = new Promise<void>((done) => (answer = done));
    const owner = await stage.visit();
    await owner.owns('Finished');
    const { page } = owner;
    await page.route('**/app/api/first-steps', async (route) => {
      await asked;
      await route.fulfill({ json: { data: { form_used: true, key_created: true, key_used: true } } });
    });
    await owner.goTo('/app');
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
    await page.getByText('Loading').first().waitFor({ state: 'attached' });
    expect(await page.getByText('First steps').count()).toBe(0);
    answer();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(await page.getByText('First steps').count()).toBe(0);
  });

  it('is bars that keep away from the edges of the inbox', async () => {
    const owner = await stage.visit();
    await owner.owns('Slow inbox');
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 800 });
    await page.route('**/app/api/feedback?*', () => {});
    await owner.goTo('/app/inbox');
    const bars = page.getByRole('status').filter({ hasText: 'Loading' }).locator('.mantine-Skeleton-root');
    await bars.first().waitFor();
    const sides = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON()));
    expect(Math.min(...sides.map(({ left }) => left))).toBeGreaterThan(8);
    expect(Math.max(...sides.map(({ right }) => right))).toBeLessThan(352);
  });
});
