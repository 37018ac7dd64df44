import { Secret, TOTP } from 'otpauth';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { PASSWORD } from './support/visit';

/** second-factor.md 1, second-factor.md 3 */
describeInBrowser('two-factor authentication', () => {
  const fixture = useBrowser();

  it('is set up in the settings, and signs in with a code and with a recovery code', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Second factor');
    const { page } = owner;
    await owner.goTo('/app/settings');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('second-factor-set-up');
    const secret = await dialog.getByLabel('Or enter this key in the app').inputValue();
    const codeIn = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
    await dialog.getByLabel('Code from your app').fill(codeIn(-1));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const [recoveryCode] = await codes.allInnerTexts();
    await owner.expectAccessible();
    await owner.expectFits('recovery-codes');
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByText('Two-factor authentication is on. 10 recovery codes are left.').waitFor();

    const signIn = async () => {
      await owner.context.clearCookies();
      await owner.goTo('/app/sign-in');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Enter the code that your authenticator app shows.').waitFor();
    };
    await signIn();
    await owner.expectAccessible();
    await page.getByLabel('Code').fill(codeIn(-1));
    await page.keyboard.press('Enter');
    await page.getByText('This code isn’t valid.').waitFor();
    await page.getByLabel('Code').fill(codeIn(1));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account menu' }).waitFor();

    await signIn();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    await owner.goTo('/app/settings');
    await page.getByText('9 recovery codes are left.').waitFor();
  });
});
