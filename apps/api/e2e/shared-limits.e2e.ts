import { describeWithRedis, startRedisServer } from '@libs/redis/testing';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { FormTokens } from '../src/form/form-token';
import { SharedSecrets } from '../src/composition/secrets';
import type { Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD, type Settings } from './support/service';
import { useService } from './support/use-service';

const LIMITS = {
  TRUST_PROXY: '1',
  AUTH_FAILURES_PER_MINUTE: '6',
  FORM_PER_MINUTE: '4',
  FORM_PROOF_AFTER: '2',
  SIGN_UP_PER_HOUR: '3',
  SIGN_IN_PER_HOUR: '14',
  DASHBOARD_PER_MINUTE: '20',
};

/** rate-limits.md 7, dashboard.md 5, dashboard.md 10, form.md 4 */
function describeSharedLimits(env: () => Settings): void {
  const settings = () => ({ ...LIMITS, ...env() });
  const { service, client } = useService(settings);
  const other = useService(settings, () => ({ database: service.database }));
  let sent: number;
  let addresses = 0;
  let address: string;

  beforeEach(() => {
    sent = 0;
    address = `198.51.100.${++addresses}`;
  });

  const withAddress = ({ headers, ...call }: Call = {}): Call => ({
    ...call,
    headers: { 'x-forwarded-for': address, ...headers },
  });
  /** Sends requests to the instances in turn. */
  const call = (method: string, path: string, options?: Call) =>
    [client, other.client][sent++ % 2]!.call(method, path, withAddress(options));
  const post = (path: string, body: object) =>
    call('POST', path, { body, headers: { 'sec-fetch-site': 'same-origin' } });
  async function statuses(n: number, send: () => Promise<{ status: number }>): Promise<number[]> {
    const all: number[] = [];
    for (let i = 0; i < n; i++) all.push((await send()).status);
    return all;
  }
  const times = (n: number, status: number): number[] => Array<number>(n).fill(status);

  it('count invalid keys of an IP address together, and never reject valid ones', async () => {
    const { key } = await service.account();
    const invalid = () => call('GET', '/api/v1/feedback', { key: 'fb_invalid' });
    const concurrent = await Promise.all(Array.from({ length: 20 }, invalid));
    expect(concurrent.map(({ status }) => status).sort()).toEqual([...times(6, 401), ...times(14, 429)]);
    expect((await invalid()).json.error.code).toBe('too_many_auth_failures');
    expect(await statuses(4, () => call('GET', '/api/v1/feedback', { key }))).toEqual(times(4, 200));
  });

  it('count submissions of an IP address to a form together', async () => {
    const { slug } = await service.account();
    const submit = () => call('POST', `/f/${slug}`, { body: { title: 'T' } });
    expect(await statuses(6, submit)).toEqual([...times(4, 201), ...times(2, 429)]);
  });

  it('suspect an IP address together, and accept a proof of work once', async () => {
    const account = await service.account();
    const { form: secret } = service.get(SharedSecrets);
    const form_token = new FormTokens(secret, 2, () => new Date(Date.now() - 3000)).issue(account.id).token;
    const submit = (proof?: object) =>
      call('POST', `/f/${account.slug}`, { body: { title: 'T', form_token, proof } });
    const listed = async () =>
      (await client.call('GET', '/api/v1/feedback', { key: account.key })).json.data.length as number;
    expect(await statuses(2, submit)).toEqual(times(2, 201));
    const { challenge } = (await call('GET', `/f/${account.slug}/token`)).json.data;
    const proof = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    await submit(proof);
    expect(await listed()).toBe(3);
    await submit(proof);
    expect(await listed()).toBe(3);
  });

  it('count sign-ups of an IP address together', async () => {
    const signUp = () =>
      post('/app/api/sign-up', {
        name: 'Acme',
        email: `${addresses}-${sent}@shared.example`,
        password: PASSWORD,
      });
    expect(await statuses(5, signUp)).toEqual([...times(3, 201), ...times(2, 429)]);
  });

  it('delay wrong passwords for an email address together, and reset them together', async () => {
    const { email } = await service.account();
    const signIn = (password: string) => post('/app/api/session', { email, password });
    const wrong = () => signIn('a wrong passphrase');
    expect(await statuses(9, wrong)).toEqual(times(9, 401));
    expect((await signIn(PASSWORD)).status).toBe(200);
    address = `203.0.113.${addresses}`;
    expect(await statuses(10, wrong)).toEqual(times(10, 401));
    // As after the clock was set back, so that the delay does not end during the test.
    await service.dataSource.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour'`);
    for (let i = 0; i < 2; i++) {
      const rejected = await signIn(PASSWORD);
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '1']);
    }
  });

  it('count sign-ins of an IP address together', async () => {
    const signIn = () =>
      post('/app/api/session', { email: `${sent}@nobody.example`, password: 'a wrong passphrase' });
    expect(await statuses(16, signIn)).toEqual([...times(14, 401), ...times(2, 429)]);
  });

  it('count requests of a person from the dashboard together', async () => {
    const owner = await Dashboard.forNewAccount(service, client);
    const get = () =>
      call('GET', '/app/api/session', {
        headers: { 'sec-fetch-site': 'same-origin', cookie: owner.cookie },
      });
    expect(await statuses(22, get)).toEqual([...times(20, 200), ...times(2, 429)]);
  });

  it('store no IP address or email address in counts', async () => {
    await post('/app/api/session', { email: 'someone@nobody.example', password: 'a wrong passphrase' });
    const stored = await service.dataSource.query(
      `SELECT r::text FROM rate_limits r UNION ALL SELECT a::text FROM sign_in_attempts a`,
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toMatch(/198\.51\.100|203\.0\.113|example/);
  });
}

describe('two instances that count in PostgreSQL', () => {
  describeSharedLimits(() => ({ RATE_LIMIT_STORE: 'postgres' }));
});

describeWithRedis('two instances that count in Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedisServer>>;
  beforeAll(async () => (redis = await startRedisServer()));
  afterAll(() => redis.stop());

  describeSharedLimits(() => ({ REDIS_URL: redis.url }));
});
