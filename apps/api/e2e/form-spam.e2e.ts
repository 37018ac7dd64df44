import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { FormTokens } from '../src/form/form-token';
import { SharedSecrets } from '../src/composition/secrets';
import type { Call } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** So long that a slow machine submits too soon, too. */
const MIN_SECONDS = 600;

/** form.md 4: suspicious submissions are never rejected or dropped, and the response does not reveal the decision. */
describe('the spam filter', () => {
  const { service, client } = useService({
    TRUST_PROXY: '1',
    FORM_PROOF_AFTER: '3',
    FORM_MIN_SECONDS: String(MIN_SECONDS),
  });
  let account: Account;
  let form: string;
  let secret: Uint8Array;
  let visitors = 0;
  let visitor: string;

  beforeAll(() => {
    secret = service.get(SharedSecrets).form;
  });
  beforeEach(async () => {
    account = await service.account();
    form = `/f/${account.slug}`;
    visitor = `198.51.100.${++visitors}`;
  });

  const from = (method: string, path: string, { headers, ...call }: Call = {}) =>
    client.call(method, path, { ...call, headers: { 'x-forwarded-for': visitor, ...headers } });
  const fetchToken = async (slug = account.slug) => (await from('GET', `/f/${slug}/token`)).json.data;
  const json = (body: object) => from('POST', form, { body: { title: 'T', ...body } });
  const typed = (fields: Record<string, string>) =>
    from('POST', form, {
      body: new URLSearchParams({ title: 'T', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  /** Returns a token as if it was issued that many seconds ago. */
  const tokenFrom = (secondsAgo: number): string =>
    new FormTokens(secret, MIN_SECONDS, () => new Date(Date.now() - secondsAgo * 1000)).issue(account.id)
      .token;
  const listed = async () =>
    ((await client.call('GET', '/api/v1/feedback', { key: account.key })).json.data as { id: string }[]).map(
      ({ id }) => id,
    );
  const quarantined = (): Promise<{ id: string; reason: string }[]> =>
    service.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('app.account_id', $1, true)`, [account.id]);
      return manager.query('SELECT id, reason FROM quarantined_feedback ORDER BY created_at');
    });

  it('accepts a submission with a valid token and an empty honeypot', async () => {
    const { json: response } = await json({ form_token: tokenFrom(MIN_SECONDS), homepage: '' });
    expect(await listed()).toEqual([response.data.id]);
    expect(await quarantined()).toEqual([]);
  });

  it.each([
    ['token_missing', {}],
    ['token_missing', { form_token: null }],
    ['token_forged', { form_token: 'mbxyz123.AAAAAAAAAAAAAAAAAAAAAA' }],
    ['token_forged', { form_token: { $ne: 1 } }],
  ])('quarantines a submission without a valid token: %s for %j', async (reason, signals) => {
    const response = await json(signals);
    expect(response.status).toBe(201);
    expect(response.json).toEqual({ data: { id: expect.any(String), page: expect.any(String) } });
    expect(await quarantined()).toEqual([{ id: response.json.data.id, reason }]);
    expect(await listed()).toEqual([]);
  });

  it('quarantines a submission that is sent too soon after the form loaded', async () => {
    const { token } = await fetchToken();
    await json({ form_token: token });
    expect(await quarantined()).toMatchObject([{ reason: 'token_too_young' }]);
  });

  it('quarantines a submission whose token is older than one day', async () => {
    await json({ form_token: tokenFrom(24 * 3600 - 60) });
    expect(await quarantined()).toEqual([]);
    await json({ form_token: tokenFrom(24 * 3600 + 1) });
    expect(await quarantined()).toMatchObject([{ reason: 'token_too_old' }]);
  });

  it('quarantines a submission with a token of another form', async () => {
    const { slug } = await service.account();
    await json({ form_token: (await fetchToken(slug)).token });
    expect(await quarantined()).toMatchObject([{ reason: 'token_forged' }]);
  });

  it('quarantines a submission that fills in the honeypot', async () => {
    const form_token = tokenFrom(MIN_SECONDS);
    await json({ form_token, homepage: 'https://pills.example' });
    await typed({ form_token, homepage: 'https://pills.example' });
    expect(await quarantined()).toMatchObject([{ reason: 'honeypot_filled' }, { reason: 'honeypot_filled' }]);
  });

  it('redirects a quarantined submission to the thank-you page without JavaScript', async () => {
    const response = await typed({ description: 'D' });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toMatch(new RegExp(`^${form}/thanks/[\\w-]{66}$`));
    expect(await quarantined()).toMatchObject([{ reason: 'token_missing' }]);
    expect(await listed()).toEqual([]);
  });

  it('rejects an invalid submission with 400 and does not quarantine it', async () => {
    expect((await json({ title: '' })).status).toBe(400);
    expect(await quarantined()).toEqual([]);
  });

  it('requires a proof of work after several submissions from an IP address', async () => {
    const form_token = tokenFrom(MIN_SECONDS);
    for (let i = 0; i < 3; i++) await json({ form_token });
    const { challenge } = await fetchToken();
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

  it('sends a challenge to a suspicious IP address at every form', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await fetchToken()).challenge).toBeNull();
      await json({});
    }
    const { slug } = await service.account();
    expect((await fetchToken(slug)).challenge).not.toBeNull();
    visitor = '203.0.113.77';
    expect((await fetchToken(slug)).challenge).toBeNull();
  });

  it('quarantines a submission with a proof for another form', async () => {
    for (let i = 0; i < 3; i++) await json({});
    const { slug } = await service.account();
    const { challenge } = await fetchToken(slug);
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    await json({ form_token: tokenFrom(MIN_SECONDS), proof });
    expect((await quarantined()).at(-1)).toMatchObject({ reason: 'proof_missing' });
  });

  it('gives the honeypot an inconspicuous name and hides it from people', async () => {
    const { text } = await from('GET', form);
    expect(text).not.toMatch(/honeypot|trap|spam/i);
    expect(text).toMatch(
      /<div class="extra" aria-hidden="true">.*<input id="homepage" name="homepage" tabindex="-1" autocomplete="off"/,
    );
  });
});
