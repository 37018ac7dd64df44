import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

describeInBrowser('API & Developer', () => {
  const fixture = useBrowser();

  const keyStatus = async (secret: string) =>
    (await fetch(`${fixture.product.origin}/api/v1/feedback`, { headers: { 'X-API-Key': secret } })).status;

  it('shows a secret once, rotates the key without an interruption, and revokes it', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Key holder');
    const { page } = owner;
    await owner.goTo('/app/developer');
    await page.getByRole('button', { name: 'Create key' }).click();
    const create = page.getByRole('dialog', { name: 'Create a key' });
    await create.getByRole('button', { name: 'Create key' }).click();
    await create.getByText('Enter a name.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('developer-create');
    await create.getByLabel('Name', { exact: true }).fill('Nightly import');
    await create.getByRole('button', { name: 'Create key' }).click();

    const issuedDialog = page.getByRole('dialog', { name: 'Save your key' });
    const secret = await issuedDialog.getByLabel('API key', { exact: true }).inputValue();
    expect(await keyStatus(secret)).toBe(200);
    await owner.expectFits('developer-secret');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Leave without saving the key?' }).waitFor();
    await page.getByRole('button', { name: 'Back to key' }).click();
    await page.getByRole('button', { name: 'I’ve saved this key' }).click();
    await issuedDialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: /^Actions for Nightly import/ }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const rotated = page.getByRole('dialog', { name: 'Save your new key' });
    const next = await rotated.getByLabel('API key', { exact: true }).inputValue();
    expect([await keyStatus(secret), await keyStatus(next)]).toEqual([200, 200]);
    await rotated.getByRole('button', { name: 'I’ve saved this key' }).click();

    await page.getByRole('button', { name: `Actions for Nightly import, ${masked(next)}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('button', { name: '1 inactive key' }).waitFor();
    expect([await keyStatus(secret), await keyStatus(next)]).toEqual([200, 401]);
  });
});

const masked = (secret: string) => `${secret.slice(0, 8)}…${secret.slice(-4)}`;
