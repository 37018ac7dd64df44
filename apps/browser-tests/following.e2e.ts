import { TestSmtpServer } from '@tools/testing';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const EMAIL = 'ada@visitor.example';

/** following.md 3, following.md 5, following.md 6 */
describeInBrowser('the page of a person', () => {
  let smtp: TestSmtpServer;
  const settings: Record<string, string> = { MAIL_FROM: 'Feedback <no-reply@mail.example>' };
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    settings['SMTP_URL'] = smtp.url;
  });
  const fixture = useBrowser(settings);
  // After the service, which keeps connections.
  afterAll(() => smtp.stop());

  const confirmOwners = () => fixture.product.query('UPDATE people SET email_confirmed_at = now()');
  const linkIn = (text: string) => /https?:\/\/[^/\s]+(\/f\/[\w-]+\/me\/\S+)/.exec(text)![1]!;

  it('confirms, stops, and erases without JavaScript, from the message on', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Follow');
    await confirmOwners();
    const visitor = await fixture.visit({ javaScriptEnabled: false });
    const { page } = visitor;
    await visitor.goTo(`/f/${slug}`);
    await page.getByLabel('Title').fill('Dark mode');
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    const [receipt] = await smtp.received(EMAIL, 1);
    const link = linkIn(receipt!.text);

    await visitor.goTo(link);
    await page.getByRole('heading', { name: 'Your feedback', level: 1 }).waitFor();
    await page.getByText('Dark mode').waitFor();
    await visitor.expectFits('person-unconfirmed');
    await page.getByRole('button', { name: 'Yes, send me messages' }).click();
    await page.getByText('You get messages about your feedback.').waitFor();
    await page.getByRole('button', { name: 'Stop messages about this' }).click();
    await page.getByRole('button', { name: 'Send me messages about this' }).waitFor();
    await visitor.expectFits('person');
    await page.getByRole('button', { name: 'Stop all messages' }).click();
    await page.getByText('You get no messages.').waitFor();
    await page.getByRole('button', { name: 'Turn messages on again' }).click();
    await page.getByText('You get messages about your feedback.').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^feedback-.*\.json$/);

    await page.getByRole('link', { name: 'Erase my data' }).click();
    await page.getByRole('heading', { name: 'Erase your data?' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Erase my data' }).click();
    await page.getByRole('button', { name: 'Erase my data' }).click();
    await page.getByRole('heading', { name: 'Your data is erased' }).waitFor();
    const { data } = await owner.callApi<{ data: { submitter_email: string | null }[] }>('GET', 'feedback');
    expect(data.map(({ submitter_email: email }) => email)).toEqual([null]);
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('sends no receipts once the team turns them off', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Receipts');
    const { page } = owner;
    await owner.goTo('/app/form');
    const receipts = page.getByLabel('Send receipts');
    expect(await receipts.isChecked()).toBe(true);
    // mail.md 9
    await page.getByText('People get no receipts until an owner').waitFor();
    await receipts.setChecked(false, { force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { data } = await owner.callApi<{ data: { receipts: boolean } }>('GET', 'form');
    expect(data.receipts).toBe(false);
    await owner.expectAccessible();
  });

  it('is accessible in both schemes and fits three widths, also from right to left', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Accessible');
    await confirmOwners();
    const email = 'eve@visitor.example';
    const sender = await fixture.visit();
    await sender.goTo(`/f/${slug}?lang=ar`);
    await sender.page.locator('#title').fill('الوضع الداكن');
    await sender.page.locator('#submitter_email').fill(email);
    await sender.page.locator('form button').click();
    await sender.page.locator('.tick').waitFor();
    const [receipt] = await smtp.received(email, 1);
    await sender.goTo(linkIn(receipt!.text));
    await sender.page.locator('html[dir=rtl] .asked').waitFor();
    await sender.expectAccessible();
    await sender.expectFits('person-ar');
    await sender.goTo(`/f/${slug}/me`);
    await sender.page.getByRole('heading', { name: 'Get your link', level: 1 }).waitFor();
    await sender.expectAccessible();
    await sender.page.getByLabel('Email').fill('bo@visitor.example');
    await sender.page.getByRole('button', { name: 'Send link' }).click();
    await sender.page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  });
});
