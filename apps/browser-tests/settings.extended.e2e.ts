import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { PASSWORD, type Visit } from './support/visit';

describeInBrowser('settings of an owner', () => {
  const fixture = useBrowser();

  it('change the text, the fields, and the state of the public form', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Form setter');
    const { page } = owner;
    await owner.goTo('/app/form');
    await page.getByLabel('Heading', { exact: true }).fill('What hurts?');
    await page.getByRole('radio', { name: 'Required' }).check({ force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();

    const visitor = await fixture.visit();
    await visitor.goTo(`/f/${slug}`);
    await visitor.page.getByRole('heading', { name: 'What hurts?' }).waitFor();
    expect(await visitor.page.getByLabel('Email').getAttribute('required')).not.toBeNull();

    await page.getByLabel('Accept feedback').click({ force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await visitor.goTo(`/f/${slug}`))?.status()).toBe(410);
  });

  it('sign out other sessions when the password changes', async () => {
    const firstBrowser = await fixture.visit();
    const { email } = await firstBrowser.createAccount('Two places');
    const secondBrowser = await fixture.visit();
    await signIn(secondBrowser, email, PASSWORD);
    await secondBrowser.page.getByRole('button', { name: 'Account menu' }).waitFor();

    await firstBrowser.goTo('/app/settings');
    await firstBrowser.page.getByLabel('New password').fill('eight loud lanterns');
    await firstBrowser.page.getByRole('button', { name: 'Change password' }).click();
    const dialog = firstBrowser.page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await firstBrowser.page.getByText('Password changed.').waitFor();
    await firstBrowser.page
      .getByRole('button', { name: 'Change password' })
      .and(firstBrowser.page.locator(':focus'))
      .waitFor();

    await secondBrowser.goTo('/app/inbox');
    await secondBrowser.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(secondBrowser, email, PASSWORD);
    await secondBrowser.page.getByText('Incorrect email or password.').waitFor();
    await secondBrowser.page.locator('[name=password]:focus').waitFor();
    await secondBrowser.page.getByLabel('Password', { exact: true }).fill('eight loud lanterns');
    await secondBrowser.page.getByRole('button', { name: 'Sign in' }).click();
    await secondBrowser.page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  });

  it('delete the account and its form after the slug and the password are entered', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Leaving soon');
    const { page } = owner;
    await owner.goTo('/app/settings/account');
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Leaving soon?' });
    await dialog.getByLabel(`Type ${slug} to confirm`).fill(slug);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await owner.expectAccessible();
    await owner.expectFits('settings-delete');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('Your account and all its data have been deleted.').waitFor();
    expect((await owner.goTo(`/f/${slug}`))?.status()).toBe(404);
  });

  /** dashboard.md 8 */
  it('open the other account after the deletion of one of two', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Stays');
    await owner.createItems('Of the other account');
    const { page } = owner;
    const { data } = await owner.callApi<{ data: { account: { slug: string } } }>('POST', 'accounts', {
      name: 'Goes',
    });
    await owner.goTo('/app/settings/account');
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Goes?' });
    await dialog.getByLabel(`Type ${data.account.slug} to confirm`).fill(data.account.slug);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    // First, because this notice is shown for 6 seconds only.
    await page.getByText('Goes and all its data have been deleted.').waitFor();
    await owner.row('Of the other account').waitFor();
    await page.getByRole('button', { name: 'Stays. Accounts' }).waitFor();
  });
});

async function signIn(visit: Visit, email: string, password: string): Promise<void> {
  await visit.goTo('/app/sign-in');
  await visit.page.getByLabel('Email', { exact: true }).fill(email);
  await visit.page.getByLabel('Password', { exact: true }).fill(password);
  await visit.page.getByRole('button', { name: 'Sign in' }).click();
}
