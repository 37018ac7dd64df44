import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const { service, client } = useService();
const PAIR = generateKeyPairSync('ed25519');
const PEM = PAIR.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const BASE = '/api/v1/feedback';
const ORIGIN = { origin: 'https://page.example' };
const ADA = { email: 'Ada@example.com', name: 'Ada', company: 'Acme', value: 12.5 };

let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
let submitKey: string;
beforeEach(async () => {
  mine = await Dashboard.forNewAccount(service, client);
  await mine.post('identity/keys', { type: 'public', key: PEM });
  submitKey = (await service.issue(mine.account.id, { permission: 'submit' })).key;
});

const sign = (claims: object = {}) =>
  new SignJWT({ aud: mine.account.slug, sub: 'u1', ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setExpirationTime('5m')
    .sign(PAIR.privateKey);
const create = (body: object, headers: Record<string, string> = {}) =>
  client.call('POST', BASE, {
    key: submitKey,
    headers: { ...ORIGIN, ...headers },
    body: { title: 'T', ...body },
  });
const send = (body: object, source = '?source=widget') =>
  client.call('POST', `/f/${mine.account.slug}${source}`, { body: { title: 'T', ...body } });
const items = async () => (await mine.get('feedback')).json.data;
const requestsOf = async (id: string) => (await mine.get(`feedback/${id}/requests`)).json.data;
const reasonOf = ({ status, json: { error } }: HttpResponse) => [
  status,
  error.code,
  error.param,
  error.reason,
];

const VERIFIED = { submitter_email: ADA.email, verified: true, request_count: 1, request_value: 12.5 };
const expectVerified = async (source: string) => {
  const [item] = await items();
  expect(item).toMatchObject({ ...VERIFIED, source });
  expect(await requestsOf(item.id)).toMatchObject([
    { id: item.id, ...ADA, source, verified: true, confirmed_at: item.created_at },
  ]);
};

/** identity.md 4, identity.md 5 */
describe('a submission with an identity token', () => {
  it.each(['?source=widget', ''])(
    'of the form%s is verified, not filtered, and has only the address of the token',
    async (source) => {
      const token = await sign(ADA);
      expect(
        (await send({ token, submitter_email: 'typed@example.com', homepage: 'x' }, source)).status,
      ).toBe(201);
      await expectVerified(source === '' ? 'form' : 'widget');
      expect((await mine.get('quarantine')).json.data).toEqual([]);
    },
  );

  it('of a submit key is verified, and repeated with an idempotency key', async () => {
    const once = { 'idempotency-key': randomUUID() };
    const jti = { jti: randomUUID() };
    const first = await create({ token: await sign({ ...ADA, ...jti }), submitter_email: 'a@b.co' }, once);
    expect([first.status, first.json.data]).toEqual([201, expect.objectContaining(VERIFIED)]);
    const repeated = await create({ token: await sign({ ...ADA, ...jti }), submitter_email: 'a@b.co' }, once);
    expect([repeated.json, repeated.headers['idempotent-replayed']]).toEqual([first.json, 'true']);
    await expectVerified('api');
    const { json } = await create({ token: await sign(ADA) });
    expect(json.data).toMatchObject(VERIFIED);
    expect(await requestsOf(json.data.id)).toMatchObject([{ ...ADA, verified: true }]);
    const { followers } = (await mine.get('account/export')).json;
    expect(followers).toMatchObject([{ email: 'ada@example.com', confirmed_at: expect.any(String) }]);
    expect(followers[0].items).toHaveLength(2);
  });

  it('without an address has none, and needs none', async () => {
    await mine.patch('form', { email_field: 'required' });
    expect((await send({ token: await sign(), submitter_email: 'typed@example.com' })).status).toBe(201);
    expect((await send({ token: await sign() })).status).toBe(201);
    for (const item of await items()) expect(item).toMatchObject({ submitter_email: null, verified: true });
  });

  it('is refused with the reason, and stores nothing', async () => {
    const token = await sign({ aud: 'other' });
    const message = `The claim aud must be the slug of the form: ${mine.account.slug}`;
    const response = await create({ token });
    expect(reasonOf(response)).toEqual([400, 'identity_invalid', 'token', 'wrong_audience']);
    expect(response.json.error).toMatchObject({ message, details: [{ reason: 'wrong_audience', message }] });
    expect(reasonOf(await send({ token }, ''))).toEqual([400, 'identity_invalid', 'token', 'wrong_audience']);
    const widget = await client.call('POST', `/f/${mine.account.slug}?source=widget&lang=de`, {
      body: { title: 'T', token },
    });
    expect(widget.json.error).toMatchObject({
      code: 'identity_invalid',
      reason: 'wrong_audience',
      message:
        'Wir konnten nicht bestätigen, wer Sie sind. Laden Sie die Seite neu und senden Sie dann noch einmal.',
    });
    expect((await create({ token: 5 })).json.error).toMatchObject({ code: 'invalid_type', param: 'token' });
    expect(await items()).toEqual([]);
  });

  it('can be sent once if the token has a jti, and several times if not', async () => {
    const once = await sign({ jti: 'a' });
    expect((await send({ token: once })).status).toBe(201);
    for (const response of [await send({ token: once }, ''), await create({ token: once })])
      expect(reasonOf(response)).toEqual([400, 'identity_invalid', 'token', 'replayed']);
    const often = await sign();
    for (let n = 0; n < 2; n++) expect((await send({ token: often })).status).toBe(201);
    expect(await items()).toHaveLength(3);
  });

  it('that fails does not use its token up', async () => {
    const headers = (key: string) => ({ 'idempotency-key': key });
    const key = randomUUID();
    await create({}, headers(key));
    const once = { token: await sign({ ...ADA, jti: 'a' }) };
    const reused = await create(once, headers(key));
    expect([reused.status, reused.json.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await create(once, headers(randomUUID()))).status).toBe(201);
  });

  it('that is repeated does not use another token up', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await create({ token: await sign({ ...ADA, jti: 'a' }) }, headers)).status).toBe(201);
    const other = { token: await sign({ ...ADA, jti: 'b' }) };
    expect((await create(other, headers)).headers['idempotent-replayed']).toBe('true');
    expect((await create(other)).status).toBe(201);
    expect((await create(other)).json.error).toMatchObject({ reason: 'replayed' });
  });

  it('of the form follows its item, also without mail', async () => {
    await send({ token: await sign(ADA) });
    const { followers } = (await mine.get('account/export')).json;
    expect(followers).toMatchObject([{ email: 'ada@example.com', confirmed_at: expect.any(String) }]);
    expect(followers[0].items).toHaveLength(1);
  });

  it('is exported as verified, and imported as not verified', async () => {
    await send({ token: await sign(ADA) });
    const file = await mine.get('feedback/export?format=csv');
    expect(file.text.trimEnd().endsWith(',true')).toBe(true);
    const ndjson = (await mine.get('feedback/export?format=ndjson')).text;
    expect(JSON.parse(ndjson)).toMatchObject({ verified: true });
    const other = await service.account();
    const headers = { 'content-type': 'application/x-ndjson' };
    await client.call('POST', `${BASE}/import`, { key: other.key, headers, body: ndjson });
    expect((await client.call('GET', BASE, { key: other.key })).json.data).toMatchObject([
      { verified: false },
    ]);
  });
});

/** identity.md 5, votes.md 9 */
describe('a vote with an identity token', () => {
  const published = async () => {
    await mine.patch('public-pages', { roadmap: true, votes: true });
    const { id } = (await mine.post('feedback', { title: 'T' })).json.data;
    await mine.call('PUT', `feedback/${id}/public`, { body: { title: 'Card' } });
    return id as string;
  };

  it('is a confirmed request at once, and counts once', async () => {
    const id = await published();
    const paths = [`/f/${mine.account.slug}/items/${id}/votes`, `${BASE}/${id}/votes`];
    for (const path of paths) {
      const key = path.startsWith('/api') ? submitKey : undefined;
      const response = await client.call('POST', path, {
        key,
        headers: ORIGIN,
        body: { token: await sign(ADA) },
      });
      expect([response.status, response.json.data]).toEqual([200, { id, voted: true }]);
    }
    const [vote] = await requestsOf(id);
    expect(vote).toMatchObject({ ...ADA, source: 'vote', verified: true, confirmed_at: vote.created_at });
    expect((await mine.get(`feedback/${id}`)).json.data).toMatchObject({
      request_count: 2,
      unconfirmed_votes: 0,
    });
  });

  it('is refused without an address, and with a token that is not valid', async () => {
    const id = await published();
    const vote = async (claims: object) =>
      reasonOf(
        await client.call('POST', `/f/${mine.account.slug}/items/${id}/votes`, {
          body: { token: await sign(claims) },
        }),
      );
    expect(await vote({})).toEqual([400, 'identity_invalid', 'token', 'invalid_claim']);
    expect(await vote({ ...ADA, aud: 'x' })).toEqual([400, 'identity_invalid', 'token', 'wrong_audience']);
    expect(await requestsOf(id)).toHaveLength(1);
  });
});

/** identity.md 7 */
describe('an account that requires identity tokens', () => {
  beforeEach(() => mine.patch('form', { require_identity: true }));

  it('accepts submissions of pages with a token only', async () => {
    for (const response of [await send({}), await send({}, ''), await create({})])
      expect(reasonOf(response)).toEqual([403, 'identity_required', undefined, undefined]);
    const german = await send({}, '?source=widget&lang=de');
    expect(german.json.error.message).toMatch(/^Das Formular nimmt Feedback nur von Personen an/);
    for (const response of [await send({ token: await sign() }), await create({ token: await sign() })])
      expect(response.status).toBe(201);
    const { key } = mine.account;
    expect((await client.call('POST', BASE, { key, body: { title: 'T' } })).status).toBe(201);
    expect(await items()).toHaveLength(3);
  });

  it('says so on the page of the form, which keeps what was typed', async () => {
    const path = `/f/${mine.account.slug}`;
    const { text } = await client.call('GET', path);
    expect(text).toContain('<h2>Open this form in the application</h2>');
    expect(text).toContain('<div id="with-token" hidden><form');
    const response = await client.call('POST', path, {
      body: new URLSearchParams({ title: 'Typed <b>' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(403);
    expect(response.text).toContain('Open this form in the application');
    expect(response.text).toContain('Typed &lt;b&gt;');
    await mine.patch('form', { require_identity: false });
    expect((await client.call('GET', path)).text).not.toContain('no-token');
  });
});
