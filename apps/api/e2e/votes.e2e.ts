import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { statusAndCode, type Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const ITEMS = '/api/v1/feedback';
const TYPED = { 'content-type': 'application/x-www-form-urlencoded' };
const { service, client } = useService({ TRUST_PROXY: '1' });

let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
let key: string;
let form: string;
let visitors = 0;
beforeEach(async () => {
  mine = await Dashboard.forNewAccount(service, client);
  ({ key } = mine.account);
  form = `/f/${mine.account.slug}`;
  await settings({ votes: true });
});

const settings = (change: object) => mine.patch('public-pages', change);
const address = () => `198.51.${100 + Math.floor(++visitors / 250)}.${visitors % 250}`;
const call = (method: string, path: string, body?: object) => client.call(method, path, { key, body });
async function publish(more: object = {}): Promise<string> {
  const { id } = (await call('POST', ITEMS, { title: 'Private', ...more })).json.data;
  await call('PUT', `${ITEMS}/${id}/public`, { title: 'Dark theme' });
  return id;
}
const from = (ip: string, method: string, path: string, { headers, ...more }: Call = {}) =>
  client.call(method, form + path, { ...more, headers: { 'x-forwarded-for': ip, ...headers } });
const vote = (id: string, ip = address(), body: object = {}) =>
  from(ip, 'POST', `/items/${id}/votes`, { body });
const itemOf = async (id: string) => (await call('GET', `${ITEMS}/${id}`)).json.data;
const votesOf = async (id: string): Promise<number> => (await itemOf(id)).unconfirmed_votes;

/** votes.md 1, votes.md 2 */
describe('votes for a card', () => {
  it('count once per network, and are taken back from it', async () => {
    const [id, ip] = [await publish(), address()];
    for (let n = 0; n < 2; n++)
      expect(await vote(id, ip)).toMatchObject({ status: 200, json: { data: { id, voted: true } } });
    await vote(id);
    expect(await itemOf(id)).toMatchObject({ unconfirmed_votes: 2, request_count: 1 });
    const withdraw = () => from(ip, 'DELETE', `/items/${id}/votes`);
    for (let n = 0; n < 2; n++)
      expect(await withdraw()).toMatchObject({ status: 200, json: { data: { id, voted: false } } });
    expect(await votesOf(id)).toBe(1);
  });

  it('do not count if a page of another site sends them', async () => {
    const [id, ip] = [await publish(), address()];
    const votes = `/items/${id}/votes`;
    const send = (site: string, method: string, path: string, more: Call) =>
      from(ip, method, path, { ...more, headers: { 'sec-fetch-site': site, ...more.headers } });
    expect((await send('same-site', 'POST', votes, { body: {} })).status).toBe(200);
    const requests: [string, string, Call][] = [
      ['POST', votes, { body: {} }],
      ['POST', votes, { headers: TYPED, body: '' }],
      ['DELETE', votes, {}],
      ['POST', `${votes}/withdrawal`, { headers: TYPED, body: '' }],
    ];
    for (const [method, path, more] of requests)
      expect((await send('cross-site', method, path, more)).status).toBe(403);
    expect(statusAndCode(await send('cross-site', 'POST', votes, { body: {} }))).toEqual([
      403,
      'cross_origin_request',
    ]);
    expect(await votesOf(id)).toBe(1);
  });

  it('work without JavaScript, and set no cookie', async () => {
    const [id, ip] = [await publish(), address()];
    const page = await from(ip, 'GET', `/items/${id}`);
    expect(page.text).toContain(
      `<form class="vote" method="post" action="${id}/votes"><button>Vote</button>`,
    );
    const sent = await from(ip, 'POST', `/items/${id}/votes?lang=de`, { headers: TYPED, body: '' });
    expect([sent.status, sent.headers.location]).toEqual([303, `${form}/items/${id}/voted?lang=de`]);
    expect(await votesOf(id)).toBe(1);
    const voted = await from(ip, 'GET', `/items/${id}/voted`);
    expect([voted.status, voted.headers['cache-control'], voted.headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect(voted.text).toContain('Thanks, your vote counts');
    expect(voted.text).toContain('<form method="post" action="votes/withdrawal"><button>Take back my vote');
    const back = await from(ip, 'POST', `/items/${id}/votes/withdrawal`, { headers: TYPED, body: '' });
    expect([back.status, back.headers.location]).toEqual([303, `${form}/items/${id}/withdrawn`]);
    expect(await votesOf(id)).toBe(0);
    expect((await from(ip, 'GET', `/items/${id}/withdrawn`)).text).toContain('Your vote was taken back');
  });

  it('change nothing with GET', async () => {
    const id = await publish();
    for (const path of ['votes', 'votes/withdrawal'])
      expect((await from(address(), 'GET', `/items/${id}/${path}`)).status).toBe(405);
    await from(address(), 'GET', `/items/${id}/voted`);
    expect(await votesOf(id)).toBe(0);
  });

  it('are rejected if the account has none, and its cards have no button', async () => {
    const id = await publish();
    await settings({ votes: false });
    expect(statusAndCode(await vote(id))).toEqual([403, 'votes_disabled']);
    const page = await from(address(), 'POST', `/items/${id}/votes`, { headers: TYPED, body: '' });
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('Voting is closed')]);
    expect((await from(address(), 'GET', `/items/${id}`)).text).not.toContain('<form');
    expect(await votesOf(id)).toBe(0);
  });

  it.each(['shipped', 'declined'])(
    'are rejected for the status %s, but can be taken back',
    async (status) => {
      const [id, ip] = [await publish(), address()];
      await vote(id, ip);
      await call('PATCH', `${ITEMS}/${id}`, { status });
      expect(statusAndCode(await vote(id))).toEqual([409, 'voting_closed']);
      expect((await from(address(), 'GET', `/items/${id}`)).text).not.toContain('<form');
      expect((await from(ip, 'DELETE', `/items/${id}/votes`)).status).toBe(200);
      expect(await votesOf(id)).toBe(0);
    },
  );

  it('for a merged item count for its target', async () => {
    const [duplicate, target] = [await publish(), await publish()];
    await vote(duplicate);
    await call('PATCH', `${ITEMS}/${duplicate}`, { merged_into: target });
    const ip = address();
    for (const id of [duplicate, target]) expect((await vote(id, ip)).json.data.id).toBe(target);
    expect([await votesOf(duplicate), await votesOf(target)]).toEqual([1, 2]);
  });

  it('return the errors of pages for cards that are not public, and of the body', async () => {
    const [id, ended] = [await publish(), await publish()];
    const hidden = (await call('POST', ITEMS, { title: 'Private' })).json.data.id;
    await call('DELETE', `${ITEMS}/${ended}/public`);
    expect(statusAndCode(await vote(ended))).toEqual([410, 'card_ended']);
    for (const one of [hidden, 'x']) expect(statusAndCode(await vote(one))).toEqual([404, 'card_not_found']);
    expect(statusAndCode(await vote(id, address(), { network: 'x' }))).toEqual([400, 'unknown_field']);
    const unknown = await client.call('POST', `/f/unknown-slug/items/${id}/votes`, { body: {} });
    expect(statusAndCode(unknown)).toEqual([404, 'form_not_found']);
    const other = await Dashboard.forNewAccount(service, client);
    await other.patch('public-pages', { votes: true });
    const path = `/f/${other.account.slug}/items/${id}/votes`;
    expect(statusAndCode(await client.call('POST', path, { body: {} }))).toEqual([404, 'card_not_found']);
  });
});

/** votes.md 9 */
it('a vote with an address needs mail, and one with an empty address does not', async () => {
  const id = await publish();
  expect(statusAndCode(await vote(id, address(), { email: 'a@example.com' }))).toEqual([
    403,
    'mail_not_configured',
  ]);
  expect((await from(address(), 'GET', `/items/${id}`)).text).not.toContain('name="email"');
  expect((await vote(id, address(), { email: '', name: 'Ada' })).status).toBe(200);
  expect(await votesOf(id)).toBe(1);
});

/** votes.md 3, rate-limits.md 7 */
describe('limits of votes', () => {
  it('apply to the network of the visitor', async () => {
    const [id, ip] = [await publish(), address()];
    for (let n = 0; n < 30; n++) expect((await vote(id, ip)).status).toBe(200);
    expect(statusAndCode(await vote(id, ip))).toEqual([429, 'rate_limit_exceeded']);
    expect(statusAndCode(await from(ip, 'DELETE', `/items/${id}/votes`))).toEqual([
      429,
      'rate_limit_exceeded',
    ]);
    const page = await from(ip, 'POST', `/items/${id}/votes`, { headers: TYPED, body: '' });
    expect(page.text).toContain('Too many submissions');
    expect((await vote(id)).status).toBe(200);
  });

  it('let a suspicious IP address count only with a proof, and do not tell', async () => {
    const [id, ip] = [await publish(), address()];
    for (let n = 0; n < 3; n++) await from(ip, 'POST', '', { body: { title: 'Spam' } });
    for (const proof of [undefined, 'x'])
      expect(await vote(id, ip, { proof })).toMatchObject({ status: 200, json: { data: { voted: true } } });
    expect(await votesOf(id)).toBe(0);
    const { challenge } = (await from(ip, 'GET', '/token')).json.data;
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    expect((await vote(id, ip, { proof })).json.data).toEqual({ id, voted: true });
    expect(await votesOf(id)).toBe(1);
  });
});

/** votes.md 4 */
it('a vote changes the ETag of its item, but not its version', async () => {
  const id = await publish();
  const before = (await call('GET', `${ITEMS}/${id}`)).headers.etag;
  await vote(id);
  const after = (await call('GET', `${ITEMS}/${id}`)).headers.etag;
  expect(after).not.toBe(before);
  const headers = { 'if-match': before };
  const change = await client.call('PATCH', `${ITEMS}/${id}`, { key, headers, body: { title: 'Other' } });
  expect([change.status, change.json.data.unconfirmed_votes]).toEqual([200, 1]);
});

/** votes.md 5 */
it('pages show votes besides people if the account shows both', async () => {
  const id = await publish({ status: 'planned', submitter_email: 'ada@example.com' });
  await vote(id);
  await vote(id);
  const card = async () => (await from(address(), 'GET', `/items/${id}`)).text;
  expect(await card()).not.toContain('2</b> votes');
  await settings({ roadmap: true, counts: 'all' });
  const facts = '<span>Requested by <b>1</b> person</span><span><b>2</b> votes</span>';
  expect(await card()).toContain(facts);
  const roadmap = await from(address(), 'GET', '/roadmap');
  expect(roadmap.text).toContain('<small>Requested by <b>1</b> person · <b>2</b> votes · <time');
  const data = (await from(address(), 'GET', '/roadmap.json')).json.data;
  expect(data[0].cards[0]).toMatchObject({ request_count: 1, unconfirmed_votes: 2 });
});

/** votes.md 6, api-keys.md 3 */
describe('POST /feedback/:id/votes', () => {
  const path = (id: string) => `${ITEMS}/${id}/votes`;
  const forwarded = (ip: string) => ({ 'x-forwarded-for': ip });

  it('counts the network that sends it, with a submit key from an allowed origin', async () => {
    const [id, ip] = [await publish(), address()];
    const origin = 'https://shop.example';
    const issued = await service.issue(mine.account.id, { permission: 'submit', origins: [origin] });
    const submit = { key: issued.key, body: {} };
    const headers = { origin, ...forwarded(ip) };
    for (let n = 0; n < 2; n++) {
      const voted = await client.call('POST', path(id), { ...submit, headers });
      expect(voted).toMatchObject({ status: 200, json: { data: { id, voted: true } } });
    }
    await vote(id, ip);
    await client.call('POST', path(id), { key, body: {}, headers: forwarded(address()) });
    expect(await votesOf(id)).toBe(2);
    const copied = await client.call('POST', path(id), { ...submit, headers: forwarded(ip) });
    expect(statusAndCode(copied)).toEqual([403, 'origin_not_allowed']);
  });

  it('returns the errors of votes', async () => {
    const [id, ended] = [await publish(), await publish({ status: 'shipped' })];
    const send = (one: string, body: object = {}) =>
      client.call('POST', path(one), { key, body, headers: forwarded(address()) });
    expect(statusAndCode(await send('x'))).toEqual([404, 'card_not_found']);
    expect(statusAndCode(await send(ended))).toEqual([409, 'voting_closed']);
    await call('DELETE', `${ITEMS}/${ended}/public`);
    expect(statusAndCode(await send(ended))).toEqual([410, 'card_ended']);
    expect(statusAndCode(await send(id, { network: 'x' }))).toEqual([400, 'unknown_field']);
    await settings({ votes: false });
    expect(statusAndCode(await send(id))).toEqual([403, 'votes_disabled']);
    const ip = forwarded(address());
    const statuses = [];
    for (let n = 0; n < 31; n++)
      statuses.push((await client.call('POST', path(id), { key, body: {}, headers: ip })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

/** votes.md 7 */
describe('votes in the dashboard', () => {
  it('have sources, which can be removed from all items', async () => {
    const [id, other] = [await publish(), await publish()];
    for (let n = 1; n <= 11; n++) await vote(id, `203.0.113.${n}`);
    await vote(other, '203.0.113.1');
    await vote(id);
    const { last_day, sources } = (await mine.get(`feedback/${id}/votes`)).json.data;
    expect(last_day).toBe(12);
    const since = expect.stringMatching(/:00:00\.000Z$/);
    expect(sources).toEqual([{ source: expect.any(String), since, votes: 11, votes_in_account: 12 }]);
    const stranger = await Dashboard.forNewAccount(service, client);
    const path = `votes/${sources[0].source}`;
    expect((await stranger.delete(path)).json).toEqual({ data: { removed: 0 } });
    expect((await mine.delete(path)).json).toEqual({ data: { removed: 12 } });
    expect([await votesOf(id), await votesOf(other)]).toEqual([1, 0]);
    expect(statusAndCode(await stranger.get(`feedback/${id}/votes`))).toEqual([404, 'feedback_not_found']);
  });
});

/** votes.md 8 */
it('the export of the account has the numbers of votes', async () => {
  const id = await publish();
  await vote(id);
  const { json } = await mine.get('account/export');
  expect(json.feedback).toMatchObject([{ id, unconfirmed_votes: 1 }]);
  expect(JSON.stringify(json)).not.toContain('198.51.');
});
