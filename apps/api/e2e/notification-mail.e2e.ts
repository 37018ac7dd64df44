import { NotificationMailJob } from '../src/notifications/mail/notification-mail-job';
import { Dashboard } from './support/dashboard';
import { acrossAccounts, publishEvents } from './support/events';
import { Service } from './support/service';
import { useService } from './support/use-service';
import { TestSmtpServer, type ReceivedMail } from '@tools/testing';

const PUBLIC_URL = 'http://127.0.0.1:3999';
const MAIL = { MAIL_FROM: 'no-reply@mail.example', PUBLIC_URL };

/** notifications.md 6 */
describe('mail about notifications', () => {
  let smtp: TestSmtpServer;
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeAll(async () => (smtp = await TestSmtpServer.start()));
  const { service, client } = useService(() => ({ SMTP_URL: smtp.url, ...MAIL }));
  afterAll(() => smtp.stop());
  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

  const api = (method: string, path: string, body?: unknown, headers = {}) =>
    client.call(method, `/api/v1${path}`, { key: mine.account.key, body, headers });
  const create = async (title: string) => (await api('POST', '/feedback', { title })).json.data.id as string;
  const change = async (body: object) =>
    expect((await mine.patch('notification-settings', body)).status).toBe(200);
  const settings = async () => (await mine.get('notification-settings')).json.data;
  const compose = async () => {
    await publishEvents(service);
    await service.get(NotificationMailJob).run();
  };
  /** Plans the digest mail, and makes it due, after what happened until now. */
  const makeDue = async () => {
    await compose();
    const account = [mine.account.id];
    await acrossAccounts(
      service,
      `UPDATE events SET position = position - 60000000 WHERE account_id = $1`,
      account,
    );
    await acrossAccounts(
      service,
      `UPDATE notification_settings SET feedback_since = 1, digest_due_at = now() - interval '31 seconds'
       WHERE account_id = $1`,
      account,
    );
    await compose();
  };
  /** Returns the messages whose subject has this text, once there are so many. */
  async function received(subject: string, count = 1): Promise<readonly ReceivedMail[]> {
    for (let all = 1; ; all++) {
      const mails = await smtp.received(mine.account.email, all);
      const found = mails.filter(({ headers }) => headers['subject']!.includes(subject));
      if (found.length >= count) return found;
    }
  }
  const unsubscribePath = ({ headers }: ReceivedMail) =>
    headers['list-unsubscribe']!.replace(`<${PUBLIC_URL}`, '').replace('>', '');

  it('tells of a mention at once, with a link to the item and one that turns such messages off', async () => {
    const id = await create('Size & <b>bold</b>');
    const name = mine.account.email.split('@')[0];
    await api('POST', `/feedback/${id}/notes`, { text: `@${name} have a look` });
    await compose();
    const [mail] = await received('You were mentioned');
    expect(mail!.text).toContain(`${PUBLIC_URL}/app/inbox?item=${id}`);
    expect(mail!.text).toMatch(/inbox\?item=[\da-f-]{36}&note=[\da-f-]{36}/);
    expect(mail!.text).toContain(`@${name} have a look`);
    expect(mail!.html).toContain('Size &amp; &lt;b&gt;bold&lt;/b&gt;');
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(/^<http:\/\/127\.0\.0\.1:3999\/unsubscribe\/[\w-]{66}>$/),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(mail!.text).toContain(unsubscribePath(mail!));
    expect(mail!.html).toContain(unsubscribePath(mail!));
    const oneClick = await client.call('POST', unsubscribePath(mail!), {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(oneClick.status).toBe(200);
    expect(await settings()).toMatchObject({ mentioned_mail: 'off', service_mail: 'immediately' });
  });

  it('tells of imports', async () => {
    const csv = { 'content-type': 'text/csv' };
    await api('POST', '/feedback/import', 'title\n""\nA\n', csv);
    await api('POST', '/feedback/import', 'title\nA\nB\n', csv);
    await compose();
    expect((await received('Import failed'))[0]!.text).toContain('1 of 2 rows is invalid');
    expect((await received('Import finished'))[0]!.text).toContain('added 2 items');
  });

  it('tells of new feedback at once, and then of all of it after some minutes', async () => {
    await change({ new_feedback_mail: 'immediately' });
    await create('First');
    await compose();
    await received('1 item');
    for (const title of ['Second', 'Third']) await create(title);
    await compose();
    await acrossAccounts(
      service,
      `UPDATE notification_settings SET feedback_due_at = feedback_due_at - interval '5 minutes'`,
    );
    await compose();
    const [mail] = await received('2 items');
    expect(mail!.text).toMatch(/- Third\r?\n/);
    expect(mail!.text).not.toContain('First');
  });

  it('sends digest mail of the view once, with quarantine', async () => {
    const view = (await mine.post('views', { name: 'Plans', parameters: { status: 'planned' } })).json.data
      .id;
    await change({ new_feedback_mail: 'daily', quarantine_mail: 'daily', new_feedback_view: view });
    await create('Elsewhere');
    await api('POST', '/feedback', { title: 'Planned', status: 'planned' });
    await client.call('POST', `/f/${mine.account.slug}`, { body: { title: 'Spam', homepage: 'x' } });
    await makeDue();
    await compose();
    const [mail] = await received('New feedback for');
    expect(mail!.text).toContain('1 new item in your view “Plans” in the last day.');
    expect(mail!.text).toContain('1 item waits in quarantine.');
    expect(mail!.text).toMatch(/- Planned\r?\n/);
    await mine.delete(`views/${view}`);
    await makeDue();
    expect((await received('New feedback for', 2))[1]!.text).toContain('2 new items in the last day.');
  });

  it('sends no digest mail if nothing happened', async () => {
    await change({ new_feedback_mail: 'weekly', quarantine_mail: 'daily' });
    await makeDue();
    const [row] = await acrossAccounts<{ isPlanned: boolean }>(
      service,
      `SELECT digest_due_at > now() AS "isPlanned" FROM notification_settings WHERE account_id = $1`,
      [mine.account.id],
    );
    expect(row!.isPlanned).toBe(true);
    const query = 'SELECT FROM mail_outbox WHERE account_id = $1 AND kind = $2';
    expect(await service.dataSource.query(query, [mine.account.id, 'digest'])).toEqual([]);
  });

  /** notifications.md 7 */
  describe('the link to unsubscribe', () => {
    const HTML = 'text/html; charset=utf-8';
    async function link(): Promise<string> {
      await change({ new_feedback_mail: 'immediately' });
      await create('News');
      await compose();
      return unsubscribePath((await received('1 item')).at(-1)!);
    }

    it('shows a page with a button, which turns the setting off', async () => {
      const path = await link();
      const page = await client.call('GET', path);
      expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        200,
        HTML,
        'no-store',
      ]);
      expect(page.text).toContain('<form method="post"><button>Unsubscribe</button></form>');
      expect(page.text).toContain('Stop getting messages about new feedback?');
      expect(page.headers['content-security-policy']).toContain("form-action 'self'");
      expect((await settings()).new_feedback_mail).toBe('immediately');
      for (let times = 0; times < 2; times++) {
        const done = await client.call('POST', path);
        expect([done.status, done.headers['content-type']]).toEqual([200, HTML]);
        expect(done.text).toContain('<h1>Unsubscribed</h1>');
        expect((await settings()).new_feedback_mail).toBe('off');
      }
    });

    it('accepts any body, and works after the account was deleted', async () => {
      const path = await link();
      const boundary = 'x';
      const body = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
      const type = `multipart/form-data; boundary=${boundary}`;
      const posted = await client.call('POST', path, { body, headers: { 'content-type': type } });
      expect(posted.status).toBe(200);
      await service.dataSource.query('DELETE FROM accounts WHERE id = $1', [mine.account.id]);
      expect((await client.call('POST', path)).status).toBe(200);
    });

    it('returns a page with 404 for a wrong token, and 429 for many', async () => {
      const path = await link();
      const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
      for (const method of ['GET', 'POST']) {
        const response = await client.call(method, wrong);
        expect([response.status, response.headers['content-type']]).toEqual([404, HTML]);
        expect(response.text).toContain('This link doesn’t work');
      }
      const statuses = [];
      for (let i = 0; i < 30; i++) statuses.push((await client.call('POST', wrong)).status);
      expect(statuses.at(-1)).toBe(429);
      expect((await client.call('POST', path)).status).toBe(200);
    });
  });
});

/** notifications.md 6 */
describe('without mail', () => {
  const { service, client } = useService();

  it('sends nothing, and only recent messages when mail is turned on', async () => {
    const smtp = await TestSmtpServer.start();
    const mine = await Dashboard.forNewAccount(service, client);
    const api = (method: string, path: string, body?: unknown) =>
      client.call(method, `/api/v1${path}`, { key: mine.account.key, body });
    const name = mine.account.email.split('@')[0];
    for (const title of ['Old', 'News']) {
      const { id } = (await api('POST', '/feedback', { title })).json.data;
      await api('POST', `/feedback/${id}/notes`, { text: `@${name}` });
    }
    await acrossAccounts(
      service,
      `UPDATE notifications SET created_at = created_at - interval '25 hours', mail_due_at = mail_due_at - interval '25 hours'
       WHERE id = (SELECT min(id::text)::uuid FROM notifications WHERE kind = 'mentioned')`,
    );
    const withMail = await Service.start({ SMTP_URL: smtp.url, ...MAIL }, { database: service.database });
    await withMail.get(NotificationMailJob).run();
    await withMail.get(NotificationMailJob).run();
    await smtp.received(mine.account.email, 1);
    const counts = await service.dataSource.query('SELECT count(*)::integer AS count FROM mail_outbox');
    expect(counts).toEqual([{ count: 1 }]);
    await withMail.stop();
    await smtp.stop();
  });
});
