import { until } from '@libs/postgres/testing';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { statusAndCode } from './support/client';
import { useMail } from './support/mail';
import { personPathIn, votingAccount } from './support/voters';

const TYPED = { 'content-type': 'application/x-www-form-urlencoded' };

/** votes.md 9 */
describe('votes with an email address', () => {
  const { service, client, smtp } = useMail({ TRUST_PROXY: '1', FORM_MIN_SECONDS: '0' });
  let mine: Awaited<ReturnType<typeof votingAccount>>;
  let sent: number;
  /** Another one in each test, because messages to an address are limited (mail.md 9). */
  let ada: string;
  let visitors = 0;
  let people = 0;
  beforeEach(async () => {
    mine = await votingAccount(service, client);
    sent = smtp.mails.length;
    ada = `Ada${++people}@example.com`;
  });

  /** Each in a network of its own (rate-limits.md 7). */
  const address = () => `198.${18 + Math.floor(++visitors / 250)}.${visitors % 250}.1`;
  const vote = (id: string, body: object = { email: ada }, ip = address()) => mine.vote(id, ip, body);
  const totalsOf = async (id: string) => {
    const { request_count, unconfirmed_votes } = await mine.itemOf(id);
    return [request_count, unconfirmed_votes];
  };
  const messages = async (count = 1) => {
    const all = () =>
      smtp.mails
        .slice(sent)
        .filter(({ to, text }) => to.includes(ada.toLowerCase()) && text.includes(`/f/${mine.slug}/`));
    await until(() => all().length >= count);
    return all();
  };
  /** Until it is stored: the response does not wait for it. */
  const waiting = async (count: number) => {
    const votes = async () => (await mine.followers())[0]?.votes ?? [];
    await until(async () => (await votes()).length === count);
    return votes();
  };
  const linkOf = async () => personPathIn((await messages())[0]!);
  const get = async (path: string) => (await client.call('GET', path)).text;
  const post = (path: string, body: string) => client.call('POST', path, { body, headers: TYPED });

  it('count once the person confirms them with the link in the message', async () => {
    const [one, two] = [await mine.publish('Dark theme'), await mine.publish('Export')];
    expect(await vote(one, { email: ada, name: 'Ada Lovelace' })).toMatchObject({
      status: 202,
      json: { data: { id: one, voted: true, confirm: true } },
    });
    const path = await linkOf();
    await vote(two, { email: ada.toUpperCase() });
    await waiting(2);
    const [message] = await messages();
    expect(message!.text).toContain('Dark theme');
    expect(message!.headers['list-unsubscribe']).toContain(`${path}/no-mail`);
    for (const method of ['GET', 'HEAD'] as const)
      for (const at of [path, `${path}/no-mail`, `${path}/erase`])
        expect((await client.call(method, at)).status).toBeLessThan(304);
    expect([await totalsOf(one), await totalsOf(two)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const page = await get(path);
    for (const text of ['Confirm your votes', 'Dark theme', 'Export', 'do" value="confirm"'])
      expect(page).toContain(text);
    expect(page).not.toContain('There is nothing here.');
    const { status, headers } = await post(path, 'do=confirm');
    expect([status, headers['location']]).toEqual([303, path]);
    await post(path, 'do=confirm');
    expect([await totalsOf(one), await totalsOf(two)]).toEqual([
      [2, 0],
      [2, 0],
    ]);
    const [request] = (await mine.call('GET', `/${one}/requests`)).json.data;
    expect(request).toMatchObject({
      email: ada.toLowerCase(),
      name: 'Ada Lovelace',
      source: 'vote',
      count: 1,
    });
    expect(request.confirmed_at).toBe(request.created_at);
    const [follower] = await mine.followers();
    expect(follower).toMatchObject({ confirmed_at: expect.any(String), votes: [] });
    expect(follower.items).toHaveLength(2);
    expect(await get(path)).not.toContain('Confirm your votes');
    expect(await messages()).toHaveLength(1);
  });

  it('work without JavaScript, in the language of the page, and set no cookie', async () => {
    const id = await mine.publish('Dark theme');
    const page = await get(`/f/${mine.slug}/items/${id}`);
    for (const field of ['name="email" type="email"', 'name="name"']) expect(page).toContain(field);
    const path = `/f/${mine.slug}/items/${id}`;
    const typed = await post(`${path}/votes?lang=de`, `email=${ada}&name=&other=1`);
    expect([typed.status, typed.headers.location]).toEqual([303, `${path}/check-mail?lang=de`]);
    const checkMail = await client.call('GET', `${path}/check-mail`);
    expect([checkMail.status, checkMail.headers['cache-control'], checkMail.headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect(checkMail.text).toContain('Check your mail');
    expect(await waiting(1)).toMatchObject([{ feedback_id: id, name: null }]);
    expect(await mine.followers()).toMatchObject([{ language: 'de', confirmed_at: null, items: [] }]);
    const empty = await post(`${path}/votes`, 'email=&name=Ada');
    expect(empty.headers.location).toBe(`${path}/voted`);
    expect(await totalsOf(id)).toEqual([1, 1]);
  });

  it('have the same response for every address', async () => {
    const [one, two] = [await mine.publish('Dark theme'), await mine.publish('Export')];
    await vote(one);
    await post(await linkOf(), 'do=confirm');
    await vote(two, { email: 'off@example.com' });
    const answers = [];
    for (const email of [ada, 'off@example.com', 'new@example.com']) {
      const { status, text } = await vote(one, { email });
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('return errors for invalid fields, and for cards without votes', async () => {
    const [id, shipped] = [
      await mine.publish('Dark theme'),
      await mine.publish('Old', { status: 'shipped' }),
    ];
    expect(statusAndCode(await vote(id, { email: 'x' }))).toEqual([400, 'invalid_format']);
    expect(statusAndCode(await vote(id, { email: ada, name: 'x'.repeat(101) }))).toEqual([400, 'too_long']);
    const page = await post(`/f/${mine.slug}/items/${id}/votes`, 'email=x');
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Enter a valid email address.')]);
    expect(statusAndCode(await vote(shipped))).toEqual([409, 'voting_closed']);
    expect(await mine.followers()).toEqual([]);
  });

  it('are discarded one by one', async () => {
    const [one, two] = [await mine.publish('Dark theme'), await mine.publish('Export')];
    for (const id of [one, two]) await vote(id);
    await waiting(2);
    const path = await linkOf();
    await post(path, `do=discard&item=${one}`);
    await post(path, 'do=discard&item=x');
    await post(path, 'do=confirm');
    expect([await totalsOf(one), await totalsOf(two)]).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('leave messages off for a person who wants none', async () => {
    const id = await mine.publish('Dark theme');
    await vote(id);
    const path = await linkOf();
    await post(path, 'do=no_mail');
    expect(await get(path)).toContain('do" value="votes"');
    await post(path, 'do=votes');
    expect(await totalsOf(id)).toEqual([2, 0]);
    expect(await mine.followers()).toMatchObject([{ no_mail_at: expect.any(String) }]);
  });

  it('count for the target of a merged card, and confirm the submission of the same person', async () => {
    const duplicate = await mine.publish('Duplicate');
    const target = await mine.publish('Target', { submitter_email: ada });
    await vote(duplicate);
    const path = await linkOf();
    await mine.call('PATCH', `/${duplicate}`, { merged_into: target });
    expect(await get(path)).toContain('Target');
    await post(path, 'do=confirm');
    expect(await totalsOf(target)).toEqual([2, 0]);
    const requests = (await mine.call('GET', `/${target}/requests`)).json.data;
    expect(requests.find(({ id }: { id: string }) => id === target)).toMatchObject({
      email: ada,
      confirmed_at: expect.any(String),
    });
  });

  it('from a suspicious IP address without a proof store and send nothing', async () => {
    const [id, ip] = [await mine.publish('Dark theme'), address()];
    const headers = { 'x-forwarded-for': ip };
    for (let n = 0; n < 3; n++)
      await client.call('POST', `/f/${mine.slug}`, { headers, body: { title: 'Spam' } });
    expect((await vote(id, { email: ada }, ip)).status).toBe(202);
    const { challenge } = (await client.call('GET', `/f/${mine.slug}/token`, { headers })).json.data;
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    expect((await vote(id, { email: 'bo@example.com', proof }, ip)).status).toBe(202);
    await waiting(1);
    expect(await mine.followers()).toMatchObject([{ email: 'bo@example.com' }]);
  });

  /** rate-limits.md 7 */
  it('are limited by the network, as other votes', async () => {
    const [id, ip] = [await mine.publish('Dark theme'), address()];
    for (let n = 0; n < 30; n++) expect((await vote(id, { email: ada }, ip)).status).toBe(202);
    expect(statusAndCode(await vote(id, { email: ada }, ip))).toEqual([429, 'rate_limit_exceeded']);
  });

  /** rate-limits.md 7 */
  it('are limited by the wider network for all accounts, and for each account', async () => {
    const [id, other] = [await mine.publish('Dark theme'), await votingAccount(service, client)];
    const card = await other.publish('Export');
    const of = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
    for (let n = 0; n < 60; n++)
      expect(
        (n % 2 ? await vote(id, { email: ada }, of(n)) : await other.vote(card, of(n), { email: ada }))
          .status,
      ).toBe(202);
    expect(statusAndCode(await vote(id, { email: ada }, of(60)))).toEqual([429, 'rate_limit_exceeded']);
    expect((await vote(id, {}, of(61))).status).toBe(200);
    // 5 of a network count for it alone, and the others for the account.
    const further = 200 - 25;
    const near = (n: number) => `2001:db8:${78 + Math.floor(n / 60)}:${n.toString(16)}::1`;
    for (let n = 0; n < further + 5 * Math.ceil(further / 55); n++)
      expect((await vote(id, { email: ada }, near(n))).status).toBe(202);
    expect(statusAndCode(await vote(id, { email: ada }, near(239)))).toEqual([429, 'rate_limit_exceeded']);
    expect((await vote(id)).status).toBe(202);
    expect((await other.vote(card, address(), { email: ada })).status).toBe(202);
  });

  it('come from the page of the customer, too', async () => {
    const id = await mine.publish('Dark theme');
    const origin = 'https://shop.example';
    const { key } = await service.issue(mine.dashboard.account.id, {
      permission: 'submit',
      origins: [origin],
    });
    const voted = await client.call('POST', `/api/v1/feedback/${id}/votes`, {
      key,
      headers: { origin },
      body: { email: ada, name: 'Ada' },
    });
    expect(voted).toMatchObject({ status: 202, json: { data: { id, voted: true, confirm: true } } });
    expect(await waiting(1)).toMatchObject([{ name: 'Ada' }]);
    expect(await mine.followers()).toMatchObject([{ language: null }]);
  });

  /** dashboard.md 14, following.md 5 */
  it('are in the export of the address, and are erased with it', async () => {
    const id = await mine.publish('Dark theme');
    await vote(id, { email: ada, name: 'Ada' });
    const path = await linkOf();
    const votes = [{ feedback_id: id, name: 'Ada', created_at: expect.any(String) }];
    expect(JSON.parse((await post(`${path}/export`, '')).text)).toMatchObject({ following: { votes } });
    expect((await post(`${path}/erase`, '')).status).toBe(200);
    expect(await mine.followers()).toEqual([]);
    expect(await totalsOf(id)).toEqual([1, 0]);
  });

  it('by a script with the addresses of others move no number, and send each one message a day', async () => {
    const ids = [await mine.publish('Dark theme'), await mine.publish('Export')];
    const emails = Array.from({ length: 10 }, (_, n) => `victim${n}-${mine.slug}@example.com`);
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => vote(ids[n % 2]!, { email: emails[Math.floor(n / 2) % 10]! })),
    );
    const total = async () =>
      (await mine.followers()).reduce((sum: number, one: { votes: object[] }) => sum + one.votes.length, 0);
    await until(async () => (await total()) === 20);
    const received = () => smtp.mails.flatMap(({ to }) => to).filter((to) => emails.includes(to));
    await until(() => received().length >= 10);
    expect(received().toSorted()).toEqual(emails.toSorted());
    for (const id of ids) expect(await totalsOf(id)).toEqual([1, 0]);
  });
});
