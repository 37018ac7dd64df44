import { TestSmtpServer } from '@tools/testing';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const SUBSCRIBER = 'ada@visitor.example';
const FOLLOWER = 'bob@visitor.example';

/** changelog.md 10 */
describeInBrowser('a changelog that is written, mailed, and unsubscribed from', () => {
  let smtp: TestSmtpServer;
  const settings: Record<string, string> = { MAIL_FROM: 'Feedback <no-reply@mail.example>' };
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    settings['SMTP_URL'] = smtp.url;
  });
  const fixture = useBrowser(settings);
  // After the service, which keeps connections.
  afterAll(() => smtp.stop());

  const linkIn = (text: string, path: RegExp) =>
    new RegExp(`https?://[^/\\s]+(${path.source})`).exec(text)![1]!;
  const personLinkIn = (text: string) => linkIn(text, /\/f\/[\w-]+\/me\/[^\s/]+/);

  it('without JavaScript for the people who read it', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('News');
    // As the link in the message to a person who has signed up.
    await fixture.product.query('UPDATE people SET email_confirmed_at = now()');
    await owner.callApi('PATCH', 'public-pages', { changelog: true });
    const item = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title: 'Dark mode' });
    await owner.callApi('POST', `feedback/${item.data.id}/requests`, { email: FOLLOWER, notify: true });

    const visitor = await fixture.visit({ javaScriptEnabled: false, locale: 'de-DE' });
    await visitor.goTo(`/f/${slug}/changelog`);
    const reader = await fixture.visit({ locale: 'de-DE' });
    await reader.goTo(`/f/${slug}/changelog`);
    await reader.expectAccessible();
    await reader.expectFits('changelog-subscribe');
    await visitor.page.getByRole('textbox').fill(SUBSCRIBER);
    await visitor.page.getByRole('button', { name: 'Abonnieren' }).click();
    await visitor.page.getByRole('heading', { name: 'Sehen Sie in Ihrem Postfach nach' }).waitFor();
    const [question] = await smtp.received(SUBSCRIBER, 1);
    const person = personLinkIn(question!.text);
    await reader.goTo(person);
    await reader.expectAccessible();
    await reader.expectFits('changelog-subscription');
    await visitor.goTo(person);
    await visitor.page.getByRole('button', { name: 'Abonnieren' }).click();
    await visitor.page.getByText(/^Sie bekommen eine \S+ zu jeder Änderung\./).waitFor();

    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'changelog', {
      title: 'Dark theme',
      items: [item.data.id],
    });
    const { page } = owner;
    await owner.goTo(`/app/changelog/${data.id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('Choose **Dark**.');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this entry?' });
    await dialog.getByLabel('Tell 2 people by email').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('publish-dialog');
    await dialog.getByLabel('Also set 1 item to Shipped').uncheck();
    await dialog.getByRole('button', { name: 'Publish and tell 1 person' }).waitFor();
    await dialog.getByLabel('Also set 1 item to Shipped').check();
    await dialog.getByRole('button', { name: 'Publish and tell 2 people' }).click();
    await page.getByText('The entry is published. 2 people will be told in two minutes.').waitFor();
    await page.getByText(/^2 people will be told at/).waitFor();
    await page.getByRole('list', { name: 'Items of the entry' }).locator('[data-status=shipped]').waitFor();
    await owner.expectAccessible();
    await page.getByRole('button', { name: 'Cancel message' }).press('Enter');
    await page.getByText('The message was cancelled, so no one was told.').waitFor();
    await page.getByRole('button', { name: 'Tell people…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tell 2 people' }).click();
    await page.getByText(/^2 people will be told at/).waitFor();
    await owner.expectFits('changelog-told');

    await fixture.product.query('UPDATE status_messages SET due_at = now()');
    const update = (await smtp.received(SUBSCRIBER, 2))[1]!;
    expect(update.text).toContain('Choose Dark.');
    await smtp.received(FOLLOWER, 1);
    await page.getByText('Told 2 people.').waitFor();
    await page.getByText('2 delivered').waitFor();

    await visitor.goTo(linkIn(update.text, /\/f\/[\w-]+\/changelog\/\S+/));
    await visitor.page.getByRole('heading', { name: 'Dark theme', level: 1 }).waitFor();
    await visitor.goTo(personLinkIn(update.text));
    await visitor.page.getByRole('button', { name: 'Abonnement beenden' }).click();
    await visitor.page.getByText('Hier ist nichts.').waitFor();
    const { data: next } = await owner.callApi<{ data: { id: string } }>('POST', 'changelog', {
      title: 'Next',
    });
    await owner.goTo(`/app/changelog/${next.id}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await dialog.getByText('No one follows its items or subscribes').waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('No one was told about this entry by email.').waitFor();
    expect(await smtp.received(SUBSCRIBER, 2)).toHaveLength(2);
  });
});
