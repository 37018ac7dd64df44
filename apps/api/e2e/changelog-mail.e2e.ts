import { until } from '@libs/postgres/testing';
import { StatusMessageJob } from '../src/status-messages/status-message-job';
import { issuesOf, statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { useMail } from './support/mail';
import { personPathIn } from './support/voters';

const TYPED = { 'content-type': 'application/x-www-form-urlencoded' };

/** changelog.md 10 */
describe('mail of the changelog', () => {
  const { service, client, smtp } = useMail({ TRUST_PROXY: '1' });
  let dashboard: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let path: string;
  let sent: number;
  /** Another one in each test, because messages to an address are limited (mail.md 9). */
  let ada: string;
  let visitors = 0;

  beforeEach(async () => {
    dashboard = await Dashboard.forNewAccount(service, client);
    await dashboard.patch('public-pages', { changelog: true });
    path = `/f/${dashboard.account.slug}/changelog`;
    sent = smtp.mails.length;
    ada = `ada${++visitors}@example.com`;
  });

  const api = async (method: string, at: string, body?: object) =>
    client.call(method, `/api/v1${at}`, { body, headers: { 'x-api-key': dashboard.account.key } });
  const entry = async (body: object = {}): Promise<string> =>
    (await api('POST', '/changelog', { title: 'Dark <theme>', text: 'Choose **Dark**.', ...body })).json.data
      .id;
  const tell = (id: string, body: object = {}) =>
    api('PATCH', `/changelog/${id}`, { status: 'published', notify: true, ...body });
  const notificationOf = async (id: string) => (await api('GET', `/changelog/${id}`)).json.data.notification;
  const subscribe = (email = ada, headers: Record<string, string> = {}, ip = `198.51.${++visitors}.1`) =>
    client.call('POST', `${path}?lang=de`, {
      body: new URLSearchParams({ email }).toString(),
      headers: { ...TYPED, 'x-forwarded-for': ip, ...headers },
    });
  const messages = async (count = 1, to = ada) => {
    const mine = () => smtp.mails.slice(sent).filter((one) => one.to === to);
    await until(() => mine().length >= count);
    return mine();
  };
  const post = (at: string, body: string) => client.call('POST', at, { body, headers: TYPED });
  const confirmed = async (email = ada) => {
    await subscribe(email);
    const person = personPathIn((await messages(1, email)).at(-1)!);
    expect((await post(person, 'do=subscribe')).status).toBe(303);
    return person;
  };
  /** Ends the holds of the account, and sends what is due. */
  const send = async () => {
    const admin = await service.connectAsAdmin();
    const values = [dashboard.account.id];
    await admin.query(`UPDATE status_messages SET due_at = now() WHERE account_id = $1`, values);
    await service.get(StatusMessageJob).run();
  };

  it('subscribes an address once its owner confirms it, and ends the subscription with one request', async () => {
    expect((await client.call('GET', path)).text).toContain('<form class="card subscribe" method="post"');
    const first = await subscribe();
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store']);
    const [message] = await messages();
    expect(message!.html).toContain('<title>Bestätigen Sie Ihr Abonnement');
    expect(message!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const person = personPathIn(message!);
    for (const method of ['GET', 'HEAD']) expect((await client.call(method, person)).status).toBe(200);
    const german = async () => (await client.call('GET', `${person}?lang=de`)).text;
    expect(await german()).toContain('Änderungen abonnieren?');
    await tell(await entry());
    await send();
    await post(person, 'do=subscribe');
    expect(await german()).toMatch(/Sie bekommen eine \S+ zu jeder Änderung\./);
    // A subscriber gets no second confirmation. The page is the same.
    expect((await subscribe()).text).toBe(first.text);
    const id = await entry();
    const told = await tell(id);
    expect(told.json.data.notification).toMatchObject({ state: 'held', recipients: 1 });
    await send();
    const update = (await messages(2))[1]!;
    expect(update.headers.subject).toMatch(/^Acme.*: Dark <theme>$/);
    expect(update.text).toContain('Choose Dark.');
    expect(update.html).toContain('Dark &lt;theme&gt;');
    expect(update.text).toContain(`${path}/${id}?lang=de`);
    await until(async () => (await notificationOf(id)).delivered === 1);
    await post(`${person}/no-mail`, 'List-Unsubscribe=One-Click');
    expect(await german()).toContain('value="unsubscribe"');
    const next = await entry();
    expect((await tell(next)).json.data.notification).toMatchObject({ recipients: 0 });
    await send();
    expect(await messages(2)).toHaveLength(2);
  });

  it('deletes the address of a person who discards the subscription, and did nothing else', async () => {
    await subscribe();
    const person = personPathIn((await messages())[0]!);
    const discarded = await post(person, 'do=unsubscribe');
    expect([discarded.status, discarded.text]).toEqual([200, expect.stringContaining('Your data is erased')]);
    expect((await client.call('GET', person)).status).toBe(404);
    expect((await dashboard.get('account/export')).json.followers).toEqual([]);
  });

  it('tells followers of shipped items by the entry only, and each person once', async () => {
    const item = (await api('POST', '/feedback', { title: 'Dark mode' })).json.data.id as string;
    await api('POST', `/feedback/${item}/requests`, { email: ada, notify: true });
    await confirmed(`both.${ada}`);
    await api('POST', `/feedback/${item}/requests`, { email: `both.${ada}`, notify: true });
    const id = await entry({ items: [item] });
    const audience = await dashboard.post('changelog/audience', { items: [item] });
    expect(audience.json).toEqual({ data: { recipients: 1, recipients_if_shipped: 2 } });
    await tell(id, { set_shipped: true });
    await send();
    expect(await messages(1)).toHaveLength(1);
    await until(async () => (await notificationOf(id)).delivered === 2);
    expect((await api('GET', `/feedback/${item}/status-messages`)).json.data).toEqual([]);
    await tell(id);
    await send();
    expect(smtp.mails.slice(sent).filter(({ to }) => to === ada)).toHaveLength(1);
  });

  it('cancels a message that is held, and nothing later', async () => {
    const id = await entry();
    await tell(id);
    const cancelled = await api('PATCH', `/changelog/${id}`, { notify: false });
    expect(cancelled.json.data).toMatchObject({ status: 'published', notification: { state: 'cancelled' } });
    await tell(id);
    await send();
    const late = await api('PATCH', `/changelog/${id}`, { notify: false });
    expect(statusAndCode(late)).toEqual([409, 'already_sent']);
    expect(issuesOf(await api('PATCH', `/changelog/${id}`, { notify: true }))).toEqual([
      'notify invalid_value',
    ]);
  });

  it('refuses subscriptions that are no address, from other sites, without a changelog, and too many', async () => {
    expect((await subscribe('x')).status).toBe(400);
    const foreign = await subscribe(ada, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await subscribe(`x${i}.${ada}`, {}, `203.0.113.${i}`)).status);
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429]);
    await dashboard.patch('public-pages', { changelog: false });
    expect((await subscribe()).status).toBe(404);
    expect(smtp.mails.slice(sent).filter(({ to }) => to === ada)).toEqual([]);
  });
});
