import { until } from '@libs/postgres/testing';
import type { ReceivedMail } from '@tools/testing';
import { useMail } from './support/mail';
import { Dashboard } from './support/dashboard';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns the path of the page of the person, from both parts of a message. */
function pathIn({ text, html }: ReceivedMail): string {
  const link = /\/f\/[\w-]+\/me\/[\w-]{65}/;
  const found = link.exec(text)?.[0];
  expect(found).toEqual(expect.any(String));
  expect(link.exec(html)?.[0]).toBe(found);
  return found!;
}

/** following.md 2, following.md 3, following.md 4, following.md 5, following.md 6 */
describe('following without an account', () => {
  const mail = useMail({ FORM_MIN_SECONDS: '0' });
  const { service, client, smtp } = mail;
  let dashboard: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let slug: string;
  let sent: number;
  /** Another one in each test, because messages to an address are limited (mail.md 9). */
  let ada: string;
  let people = 0;

  beforeEach(async () => {
    dashboard = await Dashboard.forNewAccount(service, client);
    slug = dashboard.account.slug;
    sent = smtp.mails.length;
    ada = `Ada${++people}@example.com`;
  });

  const get = (path: string) => client.call('GET', path);
  const post = (path: string, body = '', headers: object = FORM) =>
    client.call('POST', path, { body, headers: { ...headers } });
  const submit = async (title: string, { email = ada, query = '' } = {}) => {
    const { json } = await get(`/f/${slug}/token`);
    const body = { title, submitter_email: email, form_token: json.data.token };
    const response = await client.call('POST', `/f/${slug}${query}`, { body });
    expect([response.status, response.text]).toEqual([201, expect.any(String)]);
    expect(response.json).toEqual({ data: { id: expect.any(String) } });
    return response.json.data.id as string;
  };
  /** The messages of this test, after everything that was due is sent. */
  const messages = async (count: number) => {
    const mine = () => smtp.mails.slice(sent).filter(({ to }) => to.includes(ada.toLowerCase()));
    await until(() => mine().length >= count);
    return mine();
  };
  const linkOf = async (title = 'Dark theme') => {
    await submit(title);
    return pathIn((await messages(1))[0]!);
  };
  const followers = async () => (await exported()).followers;
  const exported = async () => (await dashboard.get('account/export')).json;

  it('sends one receipt with a link, in the language of the page, with the name of the account', async () => {
    await submit('Dunkles Design', { query: '?lang=de' });
    await submit('Noch etwas', { query: '?lang=de' });
    const [message] = await messages(1);
    const { headers, text, html } = message!;
    expect(headers['subject']).toBe('Ihr Feedback ist angekommen: Dunkles Design');
    expect(headers['from']).toMatch(/^Acme .+ <no-reply@mail.example>$/);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const path = pathIn(message!);
    expect(headers['list-unsubscribe']).toMatch(new RegExp(`^<http://127.0.0.1:3999${path}/no-mail>$`));
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain(`${path}?lang=de`);
    expect(text + html).not.toMatch(/<img|src=|\/app\//);
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Dunkles Design');
    expect(page.text).toContain('Noch etwas');
    expect(await messages(1)).toHaveLength(1);
    expect(await followers()).toMatchObject([
      { email: ada.toLowerCase(), language: 'de', confirmed_at: null },
    ]);
  });

  it('writes Arabic from right to left', async () => {
    await submit('Theme', { query: '?lang=ar' });
    expect((await messages(1))[0]!.html).toContain('<html lang="ar" dir="rtl">');
  });

  it('confirms with a button, and GET and HEAD change nothing', async () => {
    const path = await linkOf();
    for (const [method, at] of [
      ['GET', path],
      ['HEAD', path],
      ['GET', `${path}/erase`],
      ['GET', `${path}/no-mail`],
    ] as const)
      expect((await client.call(method, at)).status).toBeLessThan(304);
    const before = await followers();
    expect(before).toMatchObject([{ confirmed_at: null, no_mail_at: null, items: [{ stopped_at: null }] }]);
    const { status, headers } = await post(path, 'do=confirm');
    expect([status, headers['location']]).toEqual([303, path]);
    const [{ confirmed_at: at }] = await followers();
    expect(at).toEqual(expect.any(String));
    await post(path, 'do=confirm');
    expect(await followers()).toMatchObject([{ confirmed_at: at }]);
    await submit('Another');
    expect(await messages(2)).toHaveLength(2);
    expect((await messages(2))[1]!.text).not.toContain('Confirm');
  });

  it('stops one item, all messages, and with one request of a mail program', async () => {
    const path = await linkOf();
    const id = /name="item" value="([^"]+)"/;
    expect((await get(path)).text).not.toMatch(id);
    await post(path, 'do=confirm');
    const item = id.exec((await get(path)).text)![1]!;
    await post(path, `do=stop&item=${item}`);
    expect((await followers())[0].items).toMatchObject([
      { feedback_id: item, stopped_at: expect.any(String) },
    ]);
    await post(path, `do=follow&item=${item}`);
    expect((await followers())[0].items).toMatchObject([{ stopped_at: null }]);
    await post(path, 'do=no_mail');
    expect(await followers()).toMatchObject([{ no_mail_at: expect.any(String) }]);
    await post(path, 'do=mail');
    expect(await followers()).toMatchObject([{ no_mail_at: null }]);
    const off = await post(`${path}/no-mail`, 'List-Unsubscribe=One-Click');
    expect([off.status, off.text]).toEqual([200, expect.stringContaining('You get no messages')]);
    expect(await followers()).toMatchObject([{ no_mail_at: expect.any(String) }]);
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post(`${path}/no-mail`, '--x--', multipart)).status).toBe(200);
    await post(path, 'do=delete');
    await submit('Later');
    expect(await messages(1)).toHaveLength(1);
  });

  it('follows no item of others by its ID', async () => {
    const path = await linkOf();
    const other = await dashboard.post('feedback', { title: 'Secret' });
    await post(path, `do=follow&item=${other.json.data.id}`);
    await post(path, 'do=follow&item=x');
    expect((await followers())[0].items).toHaveLength(1);
    expect((await get(path)).text).not.toContain('Secret');
  });

  it('shows an item of someone else by its public card only, and the status of the target of a merged one', async () => {
    const path = await linkOf('Mine');
    const items = [];
    for (const title of ['Private title', 'Secret title']) {
      const { json } = await dashboard.post('feedback', { title, description: 'Secret text' });
      items.push(json.data.id as string);
      const { status } = await dashboard.post(`feedback/${json.data.id}/requests`, {
        email: ada,
        name: 'Ada',
      });
      expect(status).toBe(201);
    }
    await client.call('PUT', `/api/v1/feedback/${items[0]}/public`, {
      key: dashboard.account.key,
      body: { title: 'Public title' },
    });
    await client.call('PATCH', `/api/v1/feedback/${items[1]}`, {
      key: dashboard.account.key,
      body: { status: 'building' },
    });
    const page = (await get(path)).text;
    for (const shown of ['Mine', 'Public title', 'Feedback that was noted for you'])
      expect(page).toContain(shown);
    expect(page).not.toMatch(/Private title|Secret/);
    const mine = (await dashboard.get('feedback?q=Mine')).json.data[0].id;
    await client.call('PATCH', `/api/v1/feedback/${mine}`, {
      key: dashboard.account.key,
      body: { merged_into: items[0] },
    });
    expect((await get(path)).text).toContain('Mine');
  });

  it('is not stored, cached, or listed, and sends no referrer', async () => {
    const path = await linkOf();
    for (const at of [path, `${path}/erase`, `/f/${slug}/me`, `/f/${slug}/me/x`]) {
      const { headers, text } = await get(at);
      expect([at, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
        at,
        'no-store',
        'no-referrer',
        'noindex',
      ]);
      expect(text).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('rejects wrong links with a page that leads to a new one', async () => {
    const path = await linkOf();
    const other = await Dashboard.forNewAccount(service, client);
    const token = path.split('/').at(-1)!;
    for (const at of [
      `/f/${slug}/me/x`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      `/f/${other.account.slug}/me/${token}`,
    ]) {
      const { status, text } = await get(at);
      expect([at, status]).toEqual([at, 404]);
      expect(text).toContain('Get your link');
      expect((await post(at, 'do=no_mail')).status).toBe(404);
    }
    expect(await followers()).toMatchObject([{ no_mail_at: null }]);
    expect((await get(`/f/unknown-account/me/${token}`)).status).toBe(404);
  });

  it('makes a confirmed follower of a person who agreed, without a message', async () => {
    const { json } = await dashboard.post('feedback', { title: 'Noted' });
    const requests = `feedback/${json.data.id}/requests`;
    const added = await dashboard.post(requests, { email: ada, notify: true });
    expect([added.status, added.json.data.notify]).toEqual([201, undefined]);
    expect(await followers()).toMatchObject([
      {
        email: ada.toLowerCase(),
        language: null,
        confirmed_at: expect.any(String),
        items: [{ feedback_id: json.data.id }],
      },
    ]);
    const several = {
      requests: [
        { email: 'eve@example.com', notify: false },
        { email: 'bo@example.com', notify: true },
      ],
    };
    expect((await dashboard.post(requests, several)).status).toBe(200);
    expect((await followers()).map(({ email }: { email: string }) => email)).toEqual([
      ada.toLowerCase(),
      'bo@example.com',
    ]);
    const rejected = await dashboard.post(requests, { name: 'Ada', notify: true });
    expect([rejected.status, rejected.json.error.code, rejected.json.error.param]).toEqual([
      400,
      'invalid_value',
      'notify',
    ]);
    expect(smtp.mails.slice(sent).filter(({ to }) => to.includes(ada.toLowerCase()))).toEqual([]);
  });

  it('follows a submission in quarantine once it is released', async () => {
    const body = { title: 'Suspicious', submitter_email: ada, homepage: 'x' };
    expect((await client.call('POST', `/f/${slug}`, { body })).status).toBe(201);
    expect(await followers()).toEqual([]);
    const [entry] = (await dashboard.get('quarantine')).json.data;
    expect((await dashboard.post(`quarantine/${entry.id}/release`, {})).status).toBe(200);
    expect(await followers()).toMatchObject([
      { email: ada.toLowerCase(), items: [{ feedback_id: entry.id }] },
    ]);
    expect((await messages(1))[0]!.headers['subject']).toBe('We got your feedback: Suspicious');
  });

  it('sends no receipts if the account turns them off', async () => {
    expect((await dashboard.call('PATCH', 'form', { body: { receipts: false } })).json.data.receipts).toBe(
      false,
    );
    await submit('Quiet');
    expect(await followers()).toMatchObject([{ email: ada.toLowerCase(), items: [{}] }]);
    const asked = await post(`/f/${slug}/me`, `email=${ada}`);
    expect(asked.status).toBe(200);
    expect((await messages(1)).map(({ headers }) => headers['subject'])).toEqual([
      expect.stringMatching(/^Your feedback for Acme /),
    ]);
  });

  it('sends a new link, with the same page for every address', async () => {
    const path = await linkOf();
    await post(path, 'do=confirm');
    const answers = [];
    for (const email of [
      ada.toLowerCase(),
      ada.toUpperCase(),
      'eve@example.com',
      'x',
      '',
      ada.toLowerCase(),
      ada.toLowerCase(),
    ]) {
      const { status, text } = await post(`/f/${slug}/me`, `email=${encodeURIComponent(email)}`);
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
    const received = await messages(3);
    expect(pathIn(received.at(-1)!)).toBe(path);
    expect(received).toHaveLength(3);
    expect((await get(`/f/${slug}/me`)).text).toContain('name="email"');
  });

  it('downloads what the person may see', async () => {
    const path = await linkOf('Mine');
    const { json } = await dashboard.post('feedback', { title: `Secret of ${ada}` });
    const request = { email: ada, quote: 'Please', value: 1200 };
    await dashboard.post(`feedback/${json.data.id}/requests`, request);
    await dashboard.post(`feedback/${json.data.id}/notes`, { text: `Note about ${ada}` });
    const file = await post(`${path}/export`);
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="feedback-/);
    const data = JSON.parse(file.text);
    expect(Object.keys(data).sort()).toEqual(['email', 'exported_at', 'feedback', 'following', 'requests']);
    expect(data.feedback.map(({ title }: { title: string }) => title)).toEqual(['Mine']);
    expect(Object.keys(data.feedback[0])).not.toContain('tags');
    expect(data.requests).toMatchObject([{ quote: 'Please', feedback_id: json.data.id }]);
    expect(file.text).not.toMatch(/Secret|Note about|1200/);
    const log = (await dashboard.get('security-log')).json.data;
    expect(log[0]).toMatchObject({ type: 'submitter.exported', actor: { type: 'visitor' } });
    expect(JSON.stringify(log)).not.toContain(ada.toLowerCase());
  });

  it('erases the address, which ends the link', async () => {
    const path = await linkOf('Mine');
    expect((await get(`${path}/erase`)).text).toContain('Erase your data?');
    const { status, text } = await post(`${path}/erase`);
    expect([status, text]).toEqual([200, expect.stringContaining('Your data is erased')]);
    expect(await followers()).toEqual([]);
    const [item] = (await dashboard.get('feedback')).json.data;
    expect(item).toMatchObject({ title: 'Mine', submitter_email: null });
    expect((await get(path)).status).toBe(404);
    await submit('Again');
    expect(pathIn((await messages(2))[1]!)).not.toBe(path);
    expect((await get(path)).status).toBe(404);
    expect((await dashboard.get('security-log')).json.data).toContainEqual(
      expect.objectContaining({ type: 'submitter.erased', actor: { type: 'visitor' } }),
    );
  });
});
