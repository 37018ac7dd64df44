import { Secret, TOTP } from 'otpauth';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';
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
    const usedCode = codeIn(0);
    await dialog.getByLabel('Code from your app').fill(usedCode);
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
    await page.getByLabel('Code').fill(usedCode);
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

  /** second-factor.md 5 */
  it('does not keep people from their other account while one requires it, nor from signing out', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Strict');
    const call = <T>(path: string, body?: object) => owner.callApi<{ data: T }>('POST', path, body);
    await call('session/reauthenticate', { password: PASSWORD });
    const { secret } = (await call<{ secret: string }>('second-factor')).data;
    await call('second-factor/confirm', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
    await owner.callApi('PATCH', 'account', { require_second_factor: true });
    const { url } = (await call<{ url: string }>('invitations', { role: 'viewer' })).data;

    const member = await fixture.visit();
    await member.createAccount('Relaxed');
    await member.callApi('POST', 'invitations/accept', { token: url.split('#')[1] });
    const { page } = member;
    const setUp = page.getByRole('heading', { name: 'Set up two-factor authentication', level: 1 });
    await member.goTo('/app/inbox');
    await setUp.waitFor();
    await page.getByRole('button', { name: 'Strict. Accounts' }).click();
    await page.getByRole('menuitemradio', { name: /^Relaxed/ }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'New account' }).count()).toBe(0);
    await member.expectAccessible();
    await member.expectFits('second-factor-required');
    await page.getByRole('menuitemradio', { name: /^Relaxed/ }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Relaxed. Accounts' }).click();
    await page.getByRole('menuitemradio', { name: /^Strict/ }).click();
    await setUp.waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  });

  /** team.md 1, second-factor.md 3 */
  it('joins an account with a code, and with another name if a member has the same', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Names');
    await owner.callApi('PATCH', 'person', { name: 'Ada Lovelace' });
    const { data } = await owner.callApi<{ data: { url: string } }>('POST', 'invitations', {
      role: 'viewer',
    });

    const person = await fixture.visit();
    const { email } = await person.createAccount('Own');
    await person.callApi('PATCH', 'person', { name: 'ada lovelace' });
    const call = <T>(path: string, body?: object) => person.callApi<{ data: T }>('POST', path, body);
    await call('session/reauthenticate', { password: PASSWORD });
    const { secret } = (await call<{ secret: string }>('second-factor')).data;
    const codeIn = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
    await call('second-factor/confirm', { code: codeIn(0) });

    const { page } = person;
    await person.context.clearCookies();
    await person.goTo(new URL(data.url).pathname + new URL(data.url).hash);
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await page.getByText('Another member has this name').waitFor();
    await person.expectAccessible();
    await person.expectFits('invitation-name-taken');
    await page.getByLabel('Your name').fill('Ada L.');
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await page.getByLabel('Code').fill(codeIn(1));
    await person.expectAccessible();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Names. Accounts' }).waitFor();
    expect((await person.callApi<{ data: { name: string } }>('GET', 'person')).data.name).toBe('Ada L.');
  });

  /** second-factor.md 7 */
  it('says so if a member whose second factor an owner resets has none', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Reset');
    await join(await fixture.visit(), owner, 'viewer', 'Vera');
    await owner.goTo('/app/settings/members');
    await owner.page.getByRole('button', { name: 'Reset two-factor authentication of Vera' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Reset two-factor authentication of Vera?' });
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await owner.page.getByLabel('Your password').fill(PASSWORD);
    await owner.page.keyboard.press('Enter');
    await dialog.getByText('Two-factor authentication of this member is off.').waitFor();
  });
});
