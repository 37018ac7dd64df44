import { TestSmtpServer } from '@tools/testing';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil } from './support/visit';

const EMAIL = 'Ada.Lovelace@visitor.example';
const TO = EMAIL.toLowerCase();
const OTHER = 'bob@visitor.example';
const TITLE = 'Dunkles Design';
const TEXT = 'We start next week.';

/** votes.md 9, following.md 5, following.md 6, status-messages.md 3, status-messages.md 4, dashboard.md 14 */
describeInBrowser('the way from a vote to an erasure', () => {
  let smtp: TestSmtpServer;
  const settings: Record<string, string> = {
    MAIL_FROM: 'Feedback <no-reply@mail.example>',
    LOG_LEVEL: 'debug',
  };
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    settings['SMTP_URL'] = smtp.url;
  });
  const fixture = useBrowser(settings);
  // After the service, which keeps connections.
  afterAll(() => smtp.stop());

  const mailTo = async (count: number) => (await smtp.received(TO, count))[count - 1]!;
  const pathIn = (text: string, path: RegExp) =>
    new RegExp(`https?://[^/\\s]+(${path.source})`).exec(text)![1]!;
  const personLinkIn = (text: string) => pathIn(text, /\/f\/[\w-]+\/me\/\S+/);

  const openWithoutScripts = () => fixture.visit({ javaScriptEnabled: false, locale: 'de-DE' });

  /** Pages that all visitors see can be a second old, and in a browser that has opened them, 30 seconds. */
  async function seesOn(path: string, text: string): Promise<void> {
    const stranger = await openWithoutScripts();
    do await stranger.goTo(`${path}?${Math.random()}`);
    while ((await stranger.page.getByText(text).count()) === 0);
  }

  async function tablesWith(email: string): Promise<string[]> {
    const forms = [email.toLowerCase(), ...[email, email.toLowerCase()].map(hexOf)];
    const rows = await fixture.product.everyRow();
    const found = rows.filter(({ text }) => forms.some((form) => text.toLowerCase().includes(form)));
    return [...new Set(found.map(({ table }) => table))].sort();
  }

  /** An account with a card, and what its owner does. */
  async function openAccount() {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Loop');
    // As the link in the message to a person who has signed up.
    await fixture.product.query('UPDATE people SET email_confirmed_at = now()');
    const item = { title: 'Private', status: 'planned', submitter_email: OTHER };
    const { data } = await owner.callApi<Of<{ id: string }>>('POST', 'feedback', item);
    const path = `feedback/${data.id}`;
    await owner.callApi('PUT', `${path}/public`, { title: TITLE });
    await owner.callApi('PATCH', 'public-pages', { roadmap: true, votes: true, counts: 'confirmed' });
    const message = async () =>
      (
        await owner.callApi<Of<{ state: string; recipients: number; delivered: number }[]>>(
          'GET',
          `${path}/status-messages`,
        )
      ).data[0]!;
    return {
      owner,
      path,
      form: `/f/${slug}`,
      card: `/f/${slug}/items/${data.id}`,
      totals: async () => {
        const { data: one } = await owner.callApi<Of<Record<string, number>>>('GET', path);
        return [one['request_count'], one['unconfirmed_votes']];
      },
      change: (status: string) => owner.callApi('PATCH', path, { status, notify: { message: TEXT } }),
      message,
      /** Ends the hold of the last change. */
      async told(): Promise<void> {
        expect(await message()).toMatchObject({ state: 'held', recipients: 1 });
        await fixture.product.query('UPDATE status_messages SET due_at = now()');
        await waitUntil(async () => (await message()).delivered === 1);
      },
    };
  }

  it('is open to a visitor without JavaScript, and nothing of the address stays', async () => {
    const account = await openAccount();
    const { form, card, totals, owner } = account;
    const visitor = await openWithoutScripts();
    const { page } = visitor;

    await seesOn(card, 'Von 1 Person gewünscht');
    await visitor.goTo(card);
    await page.getByLabel('Mail').fill(EMAIL);
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Abstimmen' }).click();
    await page.getByRole('heading', { name: 'Sehen Sie in Ihrem Postfach nach' }).waitFor();
    const confirmation = await mailTo(1);
    expect(confirmation.text).toContain(TITLE);

    const link = personLinkIn(confirmation.text);
    await visitor.goTo(link);
    await page.getByRole('heading', { name: 'Bestätigen Sie Ihre Stimmen' }).waitFor();
    expect(await totals()).toEqual([1, 0]);
    await page.getByRole('button', { name: 'Stimmen bestätigen' }).click();
    await page.getByText('Sie bekommen Nachrichten zu Ihrem Feedback.').waitFor();
    expect(await totals()).toEqual([2, 0]);
    for (const path of [card, `${form}/roadmap`]) await seesOn(path, 'Von 2 Personen gewünscht');

    await account.change('building');
    await account.told();
    const { headers, text, html } = await mailTo(2);
    for (const shown of [TITLE, 'In Arbeit']) expect(headers['subject']).toContain(shown);
    expect(html).toContain('<html lang="de" dir="ltr">');
    for (const shown of [TEXT, 'Wir haben mit der Arbeit daran begonnen.']) expect(text).toContain(shown);
    expect(personLinkIn(text)).toBe(link);
    await visitor.goTo(pathIn(text, /\/f\/[\w-]+\/items\/[^\s)]+/));
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await visitor.goTo(link);
    const [asked] = await page.getByRole('listitem').filter({ hasText: TITLE }).allTextContents();
    expect(asked).toContain('In Arbeit');

    await page.getByRole('button', { name: 'Keine Nachrichten mehr dazu' }).click();
    await page.getByRole('button', { name: 'Nachrichten dazu erhalten' }).waitFor();
    await account.change('planned');
    expect(await account.message()).toMatchObject({ state: 'held', recipients: 0 });

    expect(await tablesWith(EMAIL)).toEqual(['feedback_requests', 'followers']);
    await page.getByRole('link', { name: 'Meine Daten löschen' }).click();
    await page.getByRole('heading', { name: 'Ihre Daten löschen?' }).waitFor();
    await page.getByRole('button', { name: 'Meine Daten löschen' }).click();
    await page.getByRole('heading', { name: 'Ihre Daten sind gelöscht' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);

    // The request stays, without an address.
    expect(await totals()).toEqual([2, 0]);
    expect((await visitor.goTo(link))!.status()).toBe(404);
    // Only this person is told.
    await owner.callApi('POST', `${account.path}/requests`, { email: OTHER, notify: true });
    await account.change('shipped');
    await account.told();
    await smtp.received(OTHER, 1);
    expect(await smtp.received(TO, 0)).toHaveLength(2);
    expect(await tablesWith(EMAIL)).toEqual([]);
    const events = JSON.stringify(await owner.callApi('GET', 'events?limit=100')).toLowerCase();
    expect(events).toContain(OTHER);
    expect(events).not.toContain(TO);
    const log = fixture.product.logged().toLowerCase();
    expect(log).toContain('/f/:slug/me/:token');
    for (const secret of [TO, encodeURIComponent(TO), link.split('/').at(-1)!.split('?')[0]!.toLowerCase()])
      expect(log).not.toContain(secret);
  });
});

interface Of<T> {
  readonly data: T;
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');
