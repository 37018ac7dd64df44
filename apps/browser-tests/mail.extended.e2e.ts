import { TestSmtpServer } from '@tools/testing';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { PASSWORD, type Visit } from './support/visit';

const NEW_PASSWORD = 'eight loud lanterns';

/** mail.md 4, mail.md 5 */
describeInBrowser('links in messages', () => {
  let smtp: TestSmtpServer;
  const settings: Record<string, string> = { MAIL_FROM: 'Feedback <no-reply@mail.example>' };
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    settings['SMTP_URL'] = smtp.url;
  });
  const fixture = useBrowser(settings);
  // After the service, which keeps connections.
  afterAll(() => smtp.stop());

  /** Returns the path and fragment of the link in the last message to an address. */
  async function linkTo(email: string, subject: string): Promise<string> {
    for (let count = 1; ; count++) {
      const last = (await smtp.received(email, count)).at(-1)!;
      if (last.headers['subject'] !== subject) continue;
      return /https?:\/\/[^/\s]+(\/app\/\S+#\S+)/.exec(last.text)![1]!;
    }
  }

  it('set a new password', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Forgetful');
    await owner.context.clearCookies();
    const { page } = owner;
    await owner.goTo('/app/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password', level: 1 }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('reset-password');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your email', level: 1 }).waitFor();

    await owner.goTo(await linkTo(email, 'Reset your password'));
    await page.getByRole('heading', { name: 'Set a new password', level: 1 }).waitFor();
    await page.waitForURL((url) => url.hash === '');
    await owner.expectAccessible();
    await owner.expectFits('new-password');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Password changed', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
  });

  it('confirm a new email address', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Moving');
    const { page } = owner;
    await owner.goTo('/app/settings');
    await page.getByLabel('Email address', { exact: true }).fill(`new-${email}`);
    await page.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(`We sent a link to new-${email}.`).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Earlier links no longer work.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('pending-email');
    await smtp.received(`new-${email}`, 2);
    await owner.goTo(await linkTo(`new-${email}`, 'Confirm your email address'));
    await page.getByRole('button', { name: 'Confirm email address' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('confirm-email');
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByText(`You now sign in with new-${email}.`).waitFor();
  });

  /** mail.md 8 */
  async function confirmAddress(owner: Visit, email: string): Promise<void> {
    await owner.goTo(await linkTo(email, 'Confirm your email address'));
    await owner.page.getByRole('button', { name: 'Confirm email address' }).click();
    await owner.page.getByText(`You now sign in with ${email}.`).waitFor();
  }

  it('confirm the address of a new person', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Unconfirmed');
    const { page } = owner;
    await owner.goTo('/app/settings');
    await page.getByText(`We sent a link to ${email}.`).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('unconfirmed-email');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Earlier links no longer work.').waitFor();
    await smtp.received(email, 2);
    await confirmAddress(owner, email);
    await owner.goTo('/app/settings');
    await page.getByLabel('Email address', { exact: true }).waitFor();
    expect(await page.getByText(`We sent a link to ${email}.`).count()).toBe(0);
  });

  /** notifications.md 7 */
  it('turn messages off, without JavaScript and a session', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Mentioned');
    await confirmAddress(owner, email);
    const item = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title: 'Dark mode' });
    const key = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', {
      name: 'Notes',
      permission: 'full',
    });
    const { origin } = fixture.product;
    await owner.context.request.post(`${origin}/api/v1/feedback/${item.data.id}/notes`, {
      headers: { 'X-API-Key': key.data.secret },
      data: { text: `@${email.split('@')[0]} have a look` },
    });
    let link: string | undefined;
    for (let count = 1; link === undefined; count++)
      link = /\/unsubscribe\/[\w-]+/.exec((await smtp.received(email, count)).at(-1)!.text)?.[0];
    const visitor = await fixture.visit({ javaScriptEnabled: false });
    await visitor.goTo(link);
    await visitor.page.getByText('Stop getting messages about mentions in notes?').waitFor();
    await visitor.page.getByRole('button', { name: 'Unsubscribe' }).click();
    await visitor.page.getByRole('heading', { name: 'Unsubscribed', level: 1 }).waitFor();
    const reader = await fixture.visit();
    await reader.goTo(link);
    await reader.expectAccessible();
    await reader.expectFits('unsubscribe');
    await owner.goTo('/app/settings/notifications');
    const mentions = owner.page.getByRole('switch', { name: 'Mentions in notes' });
    await mentions.waitFor();
    expect(await mentions.isChecked()).toBe(false);
  });
});
