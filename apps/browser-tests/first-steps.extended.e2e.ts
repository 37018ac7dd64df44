import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

describeInBrowser('the Get started page', () => {
  const fixture = useBrowser();

  async function newOwner(name: string) {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    await owner.goTo('/app');
    await owner.page.getByRole('heading', { name: 'Get started' }).waitFor();
    return { owner, page: owner.page, slug };
  }
  const makeKey = async ({ page }: Visit) => {
    await page.getByRole('button', { name: 'Create key' }).press('Enter');
    await page.getByText('You won’t be able to see it again.', { exact: false }).waitFor();
    return (await page.locator('code', { hasText: /^fb_live_/ }).textContent())!;
  };

  it.each(['Manage keys', 'JavaScript, Python, and more'])(
    'does not let a key go by “%s” before it is stored',
    async (link) => {
      const { owner, page } = await newOwner(`Lost by ${link.slice(0, 6)}`);
      const secret = await makeKey(owner);
      await page.getByRole('link', { name: link }).click();
      const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving the key?' });
      await leaveDialog.waitFor();
      await leaveDialog.getByRole('button', { name: 'Back to key' }).click();
      await page.getByText(secret, { exact: true }).waitFor();
      const beforeUnloadDialog = page.waitForEvent('dialog');
      await page.evaluate(() => void setTimeout(() => location.reload()));
      expect((await beforeUnloadDialog).type()).toBe('beforeunload');
      await (await beforeUnloadDialog).dismiss();
      await page.getByText(secret, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'I’ve saved this key' }).click();
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: 'API & Developer' }).waitFor();
    },
  );

  it('leaves without saving the key after a confirmation', async () => {
    const { owner, page } = await newOwner('Leaves');
    await makeKey(owner);
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('button', { name: 'Leave anyway' }).click();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
  });

  it('shows how to set the key for the call, and what to do if the key is lost', async () => {
    const { owner, page } = await newOwner('Reads');
    const call = page.getByRole('listitem', { name: 'Call the API' });
    await call.getByText('Create a key first', { exact: false }).waitFor();
    const secret = await makeKey(owner);
    await call.getByText(secret, { exact: false }).waitFor();
    await page.getByRole('button', { name: 'I’ve saved this key' }).click();
    await page.reload();
    await call.getByText('read -rs FEEDBACK_API_KEY && export FEEDBACK_API_KEY').waitFor();
    await call.getByText('If you’ve lost the key', { exact: false }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('first-steps-without-key');
  });

  it('moves the focus to the copy button of a new key', async () => {
    const { owner, page } = await newOwner('Focus');
    await makeKey(owner);
    await page.getByRole('button', { name: 'Copy key' }).and(page.locator(':focus')).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Copy key');
    await owner.expectAccessible();
    await owner.expectFits('first-steps-key');
  });

  it('opens the inbox at the root once all steps are done', async () => {
    const { owner, page, slug } = await newOwner('All done');
    const secret = await makeKey(owner);
    await page.getByRole('button', { name: 'I’ve saved this key' }).click();
    const visitor = await fixture.visit();
    await visitor.goTo(`/f/${slug}`);
    await visitor.page.getByLabel('Title').fill('Dark mode');
    await visitor.page.getByRole('button', { name: 'Send feedback' }).click();
    await visitor.page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    await fetch(`${fixture.product.origin}/api/v1/feedback`, { headers: { 'X-API-Key': secret } });
    await page.getByText('3 of 3 done').waitFor();
    for (const root of ['/', '/app', '/app/']) {
      await owner.goTo(root);
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/app/inbox');
    }
    await page.goBack();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });
});
