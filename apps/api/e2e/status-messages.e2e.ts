import { until } from '@libs/postgres/testing';
import { StatusMessageJob } from '../src/status-messages/status-message-job';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { useMail } from './support/mail';

const TO = 'ada@example.com';

/** status-messages.md 1, status-messages.md 2, status-messages.md 3, status-messages.md 4, status-messages.md 6 */
describe('messages about status', () => {
  const mail = useMail();
  const { service, client, smtp } = mail;
  let dashboard: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let id: string;
  let sent: number;

  const api = (method: string, path: string, body?: object) =>
    client.call(method, `/api/v1${path}`, { body, headers: { 'x-api-key': dashboard.account.key } });
  const created = async (title: string) => (await api('POST', '/feedback', { title })).json.data.id as string;
  const follow = async (item: string, email = TO) => {
    const request = { email, notify: true };
    expect((await api('POST', `/feedback/${item}/requests`, request)).status).toBe(201);
  };
  const update = (body: object, item = id) => api('PATCH', `/feedback/${item}`, body);
  const list = async (item = id) => (await api('GET', `/feedback/${item}/status-messages`)).json.data;
  /** Ends the holds of the account, and sends what is due. */
  const send = async () => {
    const admin = await service.connectAsAdmin();
    await admin.query(`UPDATE status_messages SET due_at = now() WHERE account_id = $1`, [
      dashboard.account.id,
    ]);
    await service.get(StatusMessageJob).run();
  };
  const messages = async (count: number, to = TO) => {
    const mine = () => smtp.mails.slice(sent).filter((one) => one.to.includes(to));
    await until(() => mine().length >= count);
    return mine();
  };

  beforeEach(async () => {
    dashboard = await Dashboard.forNewAccount(service, client);
    id = await created('Dark mode');
    await follow(id);
    sent = smtp.mails.length;
  });

  it('tells followers once, after the hold, with the text of the team', async () => {
    const { status, json } = await update({
      status: 'planned',
      notify: { message: 'We start <next> week.' },
    });
    expect([status, json.data.notify]).toEqual([200, undefined]);
    await update({ status: 'building' });
    const held = { state: 'held', previous_status: 'new', status: null, recipients: 1 };
    expect(await list()).toMatchObject([
      { ...held, message: 'We start <next> week.', actor: { type: 'api_key' } },
    ]);
    await send();
    const [message] = await messages(1);
    expect(message!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(message!.text).toContain('We start <next> week.');
    expect(message!.html).toContain('We start &lt;next&gt; week.');
    await until(async () => (await list())[0].delivered === 1);
    expect(await list()).toMatchObject([
      { state: 'sent', status: 'building', recipients: 1, waiting: 0, refused: 0 },
    ]);
    await send();
    expect(await messages(1)).toHaveLength(1);
    const history = (await api('GET', `/feedback/${id}/history`)).json.data as object[];
    expect(history).toHaveLength(3);
  });

  it('tells no one without notify, or if the status moves back in the hold', async () => {
    await update({ status: 'shipped' });
    expect(await list()).toEqual([]);
    await update({ status: 'planned', notify: {} });
    await update({ status: 'shipped' });
    await send();
    expect(await list()).toMatchObject([{ state: 'unchanged', recipients: 0 }]);
    expect(await messages(0)).toEqual([]);
  });

  it('cancels a held message', async () => {
    await update({ status: 'planned', notify: {} });
    const [{ id: message }] = await list();
    const cancel = () => api('DELETE', `/feedback/${id}/status-messages/${message}`);
    expect((await cancel()).status).toBe(204);
    expect([(await cancel()).status, (await cancel()).json.error.code]).toEqual([409, 'already_sent']);
    await send();
    expect(await list()).toMatchObject([{ state: 'cancelled' }]);
    const unknown = await api('DELETE', `/feedback/${id}/status-messages/${id}`);
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'status_message_not_found']);
  });

  it('sends nothing for an account of which no owner has confirmed an address', async () => {
    await update({ status: 'planned', notify: {} });
    const admin = await service.connectAsAdmin();
    await admin.query('UPDATE people SET email_confirmed_at = NULL WHERE email = $1', [
      dashboard.account.email,
    ]);
    await send();
    expect(await list()).toMatchObject([{ state: 'cancelled', recipients: 0 }]);
    expect(await messages(0)).toEqual([]);
    const asked = await dashboard.post('status-messages', { items: [{ id, previous_status: 'new' }] });
    expect(statusAndCode(asked)).toEqual([403, 'email_unconfirmed']);
  });

  it('takes notify in updates by external ID, and in lines of batches, also with a key', async () => {
    const other = await created('Light mode');
    await follow(other);
    await update({ external_id: 'x' });
    await api('PATCH', '/feedback/external/x', { status: 'planned', notify: {} });
    const line = { method: 'update', id: other, status: 'planned', notify: { message: 'Hi' } };
    const rehearsed = await api('POST', '/feedback/batch', { operations: [line], dry_run: true });
    expect(rehearsed.json).toMatchObject({ dry_run: true, recipients: 1, changed: [{ fields: ['status'] }] });
    expect(await list(other)).toEqual([]);
    const headers = { 'x-api-key': dashboard.account.key, 'idempotency-key': 'k' };
    const body = { operations: [line] };
    for (let i = 0; i < 2; i++)
      expect((await client.call('POST', '/api/v1/feedback/batch', { body, headers })).status).toBe(200);
    expect(await list()).toMatchObject([{ state: 'held' }]);
    expect(await list(other)).toMatchObject([{ message: 'Hi' }]);
    const updates = [id, other].map((item) => ({ id: item, status: 'shipped', notify: {} }));
    const preview = await api('POST', '/feedback/batch', { updates, dry_run: true });
    expect(preview.json.recipients).toBe(1);
    const plain = await api('POST', '/feedback/batch', {
      updates: [{ id, status: 'shipped' }],
      dry_run: true,
    });
    expect(plain.json).not.toHaveProperty('recipients');
    await api('POST', '/feedback/batch', { updates });
    expect(await list()).toHaveLength(1);
    await send();
    expect(await messages(2)).toHaveLength(2);
  });

  it('rejects what notify does not accept', async () => {
    const cases = [
      [{ notify: {} }, 'missing_required_field', 'status'],
      [{ status: 'planned', notify: { message: 'x'.repeat(1001) } }, 'too_long', 'notify.message'],
      [{ status: 'planned', notify: { text: 'x' } }, 'unknown_field', 'notify.text'],
      [{ status: 'planned', notify: 'yes' }, 'invalid_type', 'notify'],
    ] as const;
    for (const [body, code, param] of cases) {
      const { status, json } = await update(body);
      expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
    }
    expect((await update({ status: 'planned', notify: null })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('sends nothing to people who stop or erase between the hold and the mail', async () => {
    await follow(id, 'eve@example.com');
    await update({ status: 'planned', notify: {} });
    expect(await list()).toMatchObject([{ recipients: 2 }]);
    await dashboard.post('submitters/erase', { email: 'eve@example.com', delete_items: false });
    expect(await list()).toMatchObject([{ recipients: 1 }]);
    await send();
    expect(await messages(1)).toHaveLength(1);
  });

  it('shows members the message, sends them a test, and asks afterwards', async () => {
    await update({ status: 'declined' });
    const body = { items: [{ id, previous_status: 'new' }], message: 'Not this year.' };
    const { json } = await dashboard.post('status-messages/preview', body);
    expect(json.data).toMatchObject({ recipients: 1, languages: [{ language: 'en', recipients: 1 }] });
    expect(json.data.mail.text).toContain('Not this year.');
    const german = (await dashboard.post('status-messages/preview', { ...body, language: 'de' })).json.data
      .mail;
    expect(german.html).toContain('<html lang="de"');
    expect(german.html + german.text).not.toContain(TO);
    const nothing = { ...body, items: [{ id, previous_status: 'declined' }] };
    expect((await dashboard.post('status-messages/preview', nothing)).json.data).toMatchObject({
      recipients: 0,
      mail: null,
    });
    const { email } = dashboard.account;
    expect((await dashboard.post('status-messages/test', body)).json).toEqual({ data: { to: email } });
    const link = `/f/${dashboard.account.slug}/me?lang=en`;
    await until(() => smtp.mails.some(({ to, text }) => to.includes(email) && text.includes(link)));
    expect(await list()).toEqual([]);
    const asked = await dashboard.post('status-messages', body);
    expect([asked.status, asked.json.data]).toEqual([201, await list()]);
    expect(asked.json.data).toMatchObject([
      { state: 'held', previous_status: 'new', actor: { type: 'owner' } },
    ]);
    const item = `feedback/${id}/status-messages`;
    expect((await dashboard.get(item)).json.data).toHaveLength(1);
    expect((await dashboard.delete(`${item}/${asked.json.data[0].id}`)).status).toBe(204);
  });

  it('has them in the export of the account', async () => {
    await update({ status: 'planned', notify: { message: 'Hi' } });
    const { json } = await dashboard.get('account/export');
    expect(json.status_messages).toEqual(await list());
  });

  it('are offered as the account wants, which every member can read', async () => {
    const setting = async () => (await dashboard.get('session')).json.data.status_messages;
    expect(await setting()).toBe('ask');
    await dashboard.patch('form', { status_messages: 'always' });
    expect(await setting()).toBe('always');
  });
});
