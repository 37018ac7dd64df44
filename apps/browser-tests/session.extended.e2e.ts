import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { PASSWORD, waitTwoFrames } from './support/visit';

const SESSION_ENDED = 'You’ve been signed out. Sign in to pick up where you left off.';

describeInBrowser('a dashboard page without a session', () => {
  const fixture = useBrowser();

  it('asks a new visitor to sign in', async () => {
    const visitor = await fixture.visit();
    const { page } = visitor;
    await visitor.goTo('/app/inbox');
    await page.getByText('Sign in to view this page.').waitFor();
    expect(await page.getByText(SESSION_ENDED).count()).toBe(0);
  });

  it('reports an ended session to its owner, until they sign out', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Ending');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    const menu = page.getByRole('button', { name: 'Account menu' });
    await menu.waitFor();
    const cookies = await owner.context.cookies();
    await owner.context.clearCookies();
    await owner.goTo('/app/inbox');
    await page.getByText(SESSION_ENDED).waitFor();
    await owner.context.addCookies(cookies);
    await owner.goTo('/app/inbox');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Welcome back.').waitFor();
    await owner.goTo('/app/inbox');
    await page.getByText('Sign in to view this page.').waitFor();
    await owner.expectAccessible();
  });

  it('reports an ended session also after a sign-out in another window and a new sign-in', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Came back');
    await owner.createItems('Open me');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await owner.row('Open me').waitFor();
    const other = await owner.openPage();
    await other.goTo('/app/inbox');
    await other.page.getByRole('button', { name: 'Account menu' }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.page.getByText('Welcome back.').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByText('You signed out in another window.').waitFor();
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await owner.context.clearCookies();
    await dialog.getByText(SESSION_ENDED).waitFor();
  });

  it('does not report an ended session while another tab replaces its token', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Renewing');
    await owner.createItems('Open me');
    const { page, context } = owner;
    await owner.goTo('/app/settings');
    const other = await owner.openPage();
    await other.goTo('/app/inbox');
    await other.row('Open me').waitFor();
    let respond = () => {};
    const responded = new Promise<void>((done) => (respond = done));
    await page.route('**/session/reauthenticate', async (route) => {
      const before = await context.cookies();
      const response = await route.fetch();
      const after = await context.cookies();
      // The browser gets the new cookie with the response.
      await context.addCookies(before);
      await responded;
      await context.addCookies(after);
      await route.fulfill({ response });
    });
    await page.getByLabel('New password', { exact: true }).fill('eight quiet lamps');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    const rejected = other.page.waitForResponse((response) => response.status() === 401);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await rejected;
    await other.page.evaluate(waitTwoFrames);
    expect(await other.page.getByText(SESSION_ENDED).count()).toBe(0);
    respond();
    await page.getByText('Password changed').waitFor();
    await other.page.waitForResponse((response) => response.status() === 200);
    expect(await other.page.getByText(SESSION_ENDED).count()).toBe(0);
  });

  it('reports no problem with the session while the person switches the account or signs out', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('First');
    await owner.callApi('POST', 'accounts', { name: 'Second' });
    const { page } = owner;
    const dialogs: number[] = [];
    /** Holds the response until others show that the session has changed. */
    const holdUntil = (path: string, ...statuses: number[]) =>
      page.route(path, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        const response = await route.fetch();
        for (const status of statuses) await page.waitForResponse((one) => one.status() === status);
        await page.evaluate(waitTwoFrames);
        dialogs.push(await page.getByRole('dialog').count());
        await route.fulfill({ response });
      });
    await owner.goTo('/app/inbox');
    await holdUntil('**/session/account', 409);
    await page.getByRole('button', { name: 'Second. Accounts' }).click();
    await page.getByRole('menuitemradio', { name: /^First/ }).press('Enter');
    await page.getByRole('button', { name: 'First. Accounts' }).waitFor();
    await holdUntil('**/app/api/session', 401, 401);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Welcome back.').waitFor();
    expect(dialogs).toEqual([0, 0]);
  });
});
