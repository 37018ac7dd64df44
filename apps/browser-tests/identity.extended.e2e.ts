import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const PAIR = generateKeyPairSync('ed25519');
const PEM = PAIR.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** identity.md 4, identity.md 6, identity.md 7 */
describeInBrowser('identity', () => {
  const fixture = useBrowser();

  it('goes from a key and the test of a token to a verified item', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    const { slug } = await owner.createAccount('Tokens');
    const sign = (aud: string) =>
      new SignJWT({ aud, sub: 'u1', email: 'ada@example.com' })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setExpirationTime('5m')
        .sign(PAIR.privateKey);

    await owner.goTo('/app/developer/identity');
    const addKey = page.getByRole('button', { name: 'Add key' });
    await addKey.waitFor();
    await owner.expectAccessible();
    await addKey.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Public key' }).fill('hello');
    await dialog.getByRole('button', { name: 'Add key' }).click();
    await dialog.getByText('must be a public key in PEM').waitFor();
    await dialog.getByRole('textbox', { name: 'Public key' }).fill(PEM);
    await owner.expectAccessible();
    await dialog.getByRole('button', { name: 'Add key' }).click();
    await page.getByText('Public key · EdDSA').waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill(await sign('other'));
    await page.getByRole('button', { name: 'Test token' }).click();
    await page.getByText(`The claim aud must be the slug of the form: ${slug}.`).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('identity');
    const token = await sign(slug);
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.getByRole('button', { name: 'Test token' }).click();
    await page.getByText('The token is valid.').waitFor();

    await owner.callApi('POST', 'feedback', { title: 'Typed', submitter_email: 'eve@example.com' });
    await owner.goTo('/app/form');
    await page.getByRole('switch', { name: 'Only from your application' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();

    const visitor = await fixture.visit();
    await visitor.goTo(`/f/${slug}`);
    await visitor.page.getByRole('heading', { name: 'Open this form in the application' }).waitFor();
    expect(await visitor.page.getByRole('textbox', { name: 'Title' }).isVisible()).toBe(false);
    await visitor.expectAccessible();
    const known = await fixture.visit();
    await known.goTo(`/f/${slug}#token=${token}`);
    await known.page.getByRole('textbox', { name: 'Title' }).fill('Known');
    expect(known.page.url()).not.toContain('#');
    await known.page.getByRole('button', { name: 'Send feedback' }).click();
    await known.page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();

    await owner.goTo('/app/inbox');
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await page.getByText('Known').first().click();
    await panel.getByText('Verified', { exact: true }).first().waitFor();
    await owner.expectAccessible();
    await owner.goTo('/app/inbox');
    await page.getByText('Typed').first().click();
    await panel.getByText('Not verified').first().waitFor();
  });
});
