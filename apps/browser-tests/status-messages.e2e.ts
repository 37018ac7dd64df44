import { TestSmtpServer } from '@tools/testing';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

const FOLLOWERS = ['ada@visitor.example', 'bob@visitor.example'];
const REASON = 'It needs a server in each region.';

/** status-messages.md 3, status-messages.md 6 */
describeInBrowser('messages about status', () => {
  let smtp: TestSmtpServer;
  const settings: Record<string, string> = { MAIL_FROM: 'Feedback <no-reply@mail.example>' };
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    settings['SMTP_URL'] = smtp.url;
  });
  const fixture = useBrowser(settings);
  // After the service, which keeps connections.
  afterAll(() => smtp.stop());

  /** Opens a public item that two people follow. Otherwise, they would not see the title that the team wrote. */
  async function openFollowed(owner: Visit, title: string): Promise<string> {
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title });
    await owner.callApi('PUT', `feedback/${data.id}/public`, { title });
    for (const email of FOLLOWERS)
      await owner.callApi('POST', `feedback/${data.id}/requests`, { email, notify: true });
    await owner.goTo(`/app/inbox?item=${data.id}`);
    await owner.page.getByRole('heading', { name: 'Activity' }).waitFor();
    return data.id;
  }

  const endHolds = () => fixture.product.query('UPDATE status_messages SET due_at = now()');
  /** As the link in the message to a person who has signed up. */
  const confirmOwners = () => fixture.product.query('UPDATE people SET email_confirmed_at = now()');

  it('are offered after a change, shown as mail, held, and cancelled, without a mouse', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Tell');
    await openFollowed(owner, 'Dark mode');
    const { page } = owner;
    await page.keyboard.press('5');
    await page.getByRole('button', { name: 'Tell 2 people…' }).waitFor();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Tell 2 people' });
    await dialog.getByText('Say why, if you can.').waitFor();
    await dialog.getByText('Sent in two minutes. Until then you can cancel.').waitFor();
    await page.keyboard.type(REASON);
    await page.frameLocator('iframe').getByText(REASON).waitFor();
    await owner.expectFits('tell-dialog');
    await dialog.getByText('Plain text').click();
    await dialog
      .getByLabel(/^Mail: .*Dark mode/)
      .getByText(REASON)
      .waitFor();
    await owner.expectAccessible();
    await dialog.getByRole('button', { name: 'Send a test to me' }).press('Enter');
    await dialog.getByText('Confirm your email address').waitFor();
    await confirmOwners();
    await dialog.getByRole('button', { name: 'Tell 2 people' }).press('Enter');
    await page.getByText('2 people will be told in two minutes.').waitFor();
    const list = page.getByRole('list', { name: 'Notes and changes' });
    await list.getByText('will tell 2 people at').waitFor();
    await list.getByText(REASON).waitFor();
    await list.getByRole('button', { name: 'Cancel message' }).press('Enter');
    await page.getByText('Cancelled. No one is told.').waitFor();
    await list.getByText('The message was cancelled').waitFor();
    await owner.expectAccessible();
  });

  it('are sent at the end of the hold, and counted', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Told');
    await confirmOwners();
    await openFollowed(owner, 'Light mode');
    const { page } = owner;
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Tell 2 people…' }).click();
    await page.getByLabel('Your message').fill('We start next week.');
    await page.getByRole('dialog').getByRole('button', { name: 'Tell 2 people' }).click();
    await page.getByText('2 people will be told in two minutes.').waitFor();
    await endHolds();
    const [mail] = await smtp.received(FOLLOWERS[0]!, 1);
    expect(mail!.text).toContain('We start next week.');
    await smtp.received(FOLLOWERS[1]!, 1);
    await page.reload();
    const list = page.getByRole('list', { name: 'Notes and changes' });
    await list.getByText('told 2 people that it is').waitFor();
    await list.getByText('2 delivered').waitFor();
  });

  it('are asked for with each change, if the account wants that, and an undone change has none', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Always');
    await confirmOwners();
    await owner.goTo('/app/form');
    await owner.page.getByRole('radio', { name: 'Always' }).click();
    await owner.page.getByRole('button', { name: 'Save changes' }).click();
    await owner.page.getByText('Saved', { exact: true }).first().waitFor();
    const id = await openFollowed(owner, 'Print mode');
    const { page } = owner;
    await page.keyboard.press('3');
    await page.getByText('is now Building. 2 people will be told in two minutes.').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change to “Print mode” undone.').waitFor();
    const { data } = await owner.callApi<{ data: object[] }>('GET', `feedback/${id}/status-messages`);
    // At the end of the hold, the status is the same again.
    expect(data).toMatchObject([{ state: 'held', previous_status: 'new' }]);
  });
});
