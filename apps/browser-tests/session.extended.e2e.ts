import { describeInBrowser } from './support/chromium';
import { scene } from './support/scene';

const ENDED = 'Your session has ended. Sign in to go on where you were.';

describeInBrowser('a page of the dashboard without a session', () => {
  const stage = scene();

  it('asks someone who never had one to sign in', async () => {
    const visitor = await stage.visit();
    const { page } = visitor;
    await visitor.goTo('/app/inbox');
    await page.getByText('Sign in to see this page.').waitFor();
    expect(await page.getByText(ENDED).count()).toBe(0);
  });

  it('says that it has ended to its owner, until they sign out themselves', async () => {
    const owner = await stage.visit();
    await owner.owns('Ending');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    const menu = page.getByRole('button', { name: 'Your menu' });
    await menu.waitFor();
    const cookies = await owner.context.cookies();
    await owner.context.clearCookies();
    await owner.goTo('/app/inbox');
    await page.getByText(ENDED).waitFor();
    await owner.context.addCookies(cookies);
    await owner.goTo('/app/inbox');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Welcome back.').waitFor();
    await owner.goTo('/app/inbox');
    await page.getByText('Sign in to see this page.').waitFor();
    await owner.expectAccessible();
  });
});
