import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { FormTokens } from '../src/form/form-token';
import { Client, type Call } from './support/client';
import { Service, type Account } from './support/service';

/** form.md 4: never refused, never dropped, and whoever sent it cannot tell. */
describe('a submission that looks like spam', () => {
  let service: Service;
  let client: Client;
  let account: Account;
  let form: string;
  let secret: Buffer;
  let visitors = 0;
  let visitor: string;

  beforeAll(async () => {
    service = await Service.start({ TRUST_PROXY: '1', FORM_PROOF_AFTER: '3' });
    client = new Client(service.origin);
    [{ secret }] = await service.dataSource.query(`SELECT secret FROM shared_secrets WHERE name = 'form'`);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    account = await service.account();
    form = `/f/${account.slug}`;
    visitor = `198.51.100.${++visitors}`;
  });

  const from = (method: string, path: string, { headers, ...call }: Call = {}) =>
    client.call(method, path, { ...call, headers: { 'x-forwarded-for': visitor, ...headers } });
  const admission = async (slug = account.slug) => (await from('GET', `/f/${slug}/token`)).json.data;
  const json = (body: object) => from('POST', form, { body: { title: 'T', ...body } });
  const typed = (fields: Record<string, string>) =>
    from('POST', form, {
      body: new URLSearchParams({ title: 'T', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  /** A token as it was given out some seconds ago, without waiting for them. */
  const tokenFrom = (secondsAgo: number): string =>
    new FormTokens(secret, 2, () => new Date(Date.now() - secondsAgo * 1000)).issue(account.id).token;
  const listed = async () =>
    ((await client.call('GET', '/api/v1/feedback', { key: account.key })).json.data as { id: string }[]).map(
      ({ id }) => id,
    );
  const quarantined = (): Promise<{ id: string; reason: string }[]> =>
    service.dataSource.query(
      'SELECT id, reason FROM quarantined_feedback WHERE account_id = $1 ORDER BY created_at',
      [account.id],
    );

  it('is one with an honest token and nothing else wrong: feedback', async () => {
    const { json: answer } = await json({ form_token: tokenFrom(3), homepage: '' });
    expect(await listed()).toEqual([answer.data.id]);
    expect(await quarantined()).toEqual([]);
  });

  it.each([
    ['token_missing', {}],
    ['token_missing', { form_token: null }],
    ['token_forged', { form_token: 'mbxyz123.AAAAAAAAAAAAAAAAAAAAAA' }],
    ['token_forged', { form_token: { $ne: 1 } }],
  ])('goes to quarantine: %s', async (reason, marks) => {
    const answer = await json(marks);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ data: { id: expect.any(String) } });
    expect(await quarantined()).toEqual([{ id: answer.json.data.id, reason }]);
    expect(await listed()).toEqual([]);
  });

  it('goes to quarantine when it comes sooner than a person can write', async () => {
    const { token } = await admission();
    await json({ form_token: token });
    expect(await quarantined()).toMatchObject([{ reason: 'token_too_young' }]);
  });

  it('goes to quarantine when its page was open for more than a day', async () => {
    await json({ form_token: tokenFrom(24 * 3600 - 5) });
    expect(await quarantined()).toEqual([]);
    await json({ form_token: tokenFrom(24 * 3600 + 1) });
    expect(await quarantined()).toMatchObject([{ reason: 'token_too_old' }]);
  });

  it('goes to quarantine when it carries the token of another form', async () => {
    const { slug } = await service.account();
    await json({ form_token: (await admission(slug)).token });
    expect(await quarantined()).toMatchObject([{ reason: 'token_forged' }]);
  });

  it('goes to quarantine when it fills in what people do not see', async () => {
    const form_token = tokenFrom(3);
    await json({ form_token, homepage: 'https://pills.example' });
    await typed({ form_token, homepage: 'https://pills.example' });
    expect(await quarantined()).toMatchObject([{ reason: 'honeypot_filled' }, { reason: 'honeypot_filled' }]);
  });

  it('is thanked like any other without JavaScript', async () => {
    const answer = await typed({ description: 'D' });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe(`${form}/thanks`);
    expect(await quarantined()).toMatchObject([{ reason: 'token_missing' }]);
    expect(await listed()).toEqual([]);
  });

  it('is refused like any other when it breaks a rule', async () => {
    expect((await json({ title: '' })).status).toBe(400);
    expect(await quarantined()).toEqual([]);
  });

  it('has to bring proof of work once its address has sent many', async () => {
    const form_token = tokenFrom(3);
    for (let i = 0; i < 3; i++) await json({ form_token });
    const { challenge } = await admission();
    expect(challenge).not.toBeNull();
    await json({ form_token });
    expect(await quarantined()).toMatchObject([{ reason: 'proof_missing' }]);
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    await json({ form_token, proof });
    expect(await listed()).toHaveLength(4);
    await json({ form_token, proof });
    expect(await quarantined()).toMatchObject([{ reason: 'proof_missing' }, { reason: 'proof_missing' }]);
    await typed({ form_token });
    expect(await listed()).toHaveLength(4);
  });

  it('makes its address suspicious at every form', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await admission()).challenge).toBeNull();
      await json({});
    }
    const { slug } = await service.account();
    expect((await admission(slug)).challenge).not.toBeNull();
    visitor = '203.0.113.77';
    expect((await admission(slug)).challenge).toBeNull();
  });

  it('proves nothing with a challenge of another form', async () => {
    for (let i = 0; i < 3; i++) await json({});
    const { slug } = await service.account();
    const { challenge } = await admission(slug);
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    await json({ form_token: tokenFrom(3), proof });
    expect((await quarantined()).at(-1)).toMatchObject({ reason: 'proof_missing' });
  });

  it('leaves no trace in the page: the trap has no telling name and nobody can reach it', async () => {
    const { text } = await from('GET', form);
    expect(text).not.toMatch(/honeypot|trap|spam/i);
    expect(text).toMatch(
      /<div class="extra" aria-hidden="true">.*<input id="homepage" name="homepage" tabindex="-1" autocomplete="off"/,
    );
  });
});
