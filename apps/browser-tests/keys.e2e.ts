import { describeInBrowser } from './support/chromium';
import { scene } from './support/fixture';

describeInBrowser('API & Developer', () => {
  const stage = scene();

  const works = async (secret: string) =>
    (await fetch(`${stage.product.origin}/api/v1/feedback`, { headers: { 'X-API-Key': secret } })).status;

  it('shows a secret once, replaces the key without a gap, and ends it for good', async () => {
    const owner = await stage.visit();
    await owner.owns('Key holder');
    const { page } = owner;
    await owner.goTo('/app/developer');
    await page.getByRole('button', { name: 'Create key' }).click();
    const create = page.getByRole('dialog', { name: 'Create a key' });
    await create.getByRole('button', { name: 'Create key' }).click();
    await create.getByText('Give the key a name.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('developer-create');
    await create.getByLabel('Name', { exact: true }).fill('Nightly import');
    await create.getByRole('button', { name: 'Create key' }).click();

    const issued = page.getByRole('dialog', { name: 'Store your key now' });
    const secret = await issued.getByLabel('API key', { exact: true }).inputValue();
    expect(await works(secret)).toBe(200);
    await owner.expectFits('developer-secret');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Leave without storing the key?' }).waitFor();
    await page.getByRole('button', { name: 'Back to the key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await issued.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: /^Actions for Nightly import/ }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const rotated = page.getByRole('dialog', { name: 'Store the new key now' });
    const next = await rotated.getByLabel('API key', { exact: true }).inputValue();
    expect([await works(secret), await works(next)]).toEqual([200, 200]);
    await rotated.getByRole('button', { name: 'I have stored it' }).click();

    await page.getByRole('button', { name: `Actions for Nightly import, ${masked(next)}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('button', { name: '1 ended key' }).waitFor();
    expect([await works(secret), await works(next)]).toEqual([200, 401]);
  });
});

const masked = (secret: string) => `${secret.slice(0, 8)}…${secret.slice(-4)}`;
