import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, pooled, startPgBouncer, type FreshDatabase } from '@libs/postgres/testing';
import { Client, type Call } from './support/client';
import { describeWithHaproxy, Haproxy } from './support/haproxy';
import { Load } from './support/load';
import { operator, ServiceProcess } from './support/process';

const INSTANCES = ['a', 'b', 'c'] as const;
const WRITERS = 12;
const SOME = 200;
const PASSWORD = 'a long enough passphrase';
const base = '/api/v1/feedback';

/** docs/operating/several-instances.md: docker/haproxy.cfg, three instances, PgBouncer, and PostgreSQL. */
describeWithHaproxy('three instances behind HAProxy and PgBouncer', () => {
  let database: FreshDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let env: Record<string, string>;
  let instances: ServiceProcess[];
  let haproxy: Haproxy;
  let client: Client;
  let direct: Client[];

  beforeAll(async () => {
    database = await freshDatabase();
    pooler = await startPgBouncer();
    env = {
      DATABASE_URL: pooled(database.url),
      DATABASE_PREPARED_STATEMENTS: 'off',
      SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'https://feedback.example.com',
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY: '5',
      AUTH_FAILURES_PER_MINUTE: '7',
      RATE_LIMIT_HOUR_FREE: '0',
      RATE_LIMIT_MINUTE_FREE: '0',
      RATE_LIMIT_HOUR_PRO: '11',
      RATE_LIMIT_MINUTE_PRO: '0',
    };
    instances = [await ServiceProcess.start(env)];
    instances.push(...(await Promise.all([ServiceProcess.start(env), ServiceProcess.start(env)])));
    haproxy = await Haproxy.start(instances.map(({ port }) => port));
    client = new Client(haproxy);
    direct = instances.map((instance) => new Client(instance));
  });
  afterAll(async () => {
    for (const each of [client, ...direct]) each.close();
    await haproxy.stop();
    await Promise.all(instances.map((instance) => instance.kill('SIGKILL')));
    await pooler.stop();
    await database.drop();
  });

  async function account(slug: string, plan: 'free' | 'pro'): Promise<{ key: string; email: string }> {
    const email = `${slug}@example.com`;
    const named = ['--name', slug, '--slug', slug, '--email', email, '--password', PASSWORD];
    await operator(env, 'create-account', ...named, '--plan', plan);
    const { key } = await operator(env, 'issue-key', '--account', slug, '--name', 'Test');
    return { key: key!, email };
  }

  /** Sends a request to one instance, as HAProxy does. */
  const callAt = (instance: number, method: string, path: string, { headers, ...call }: Call = {}) =>
    direct[instance]!.call(method, path, {
      ...call,
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https', ...headers },
    });

  it('apply the limit of a key and of an IP address exactly', async () => {
    const { key } = await account('exact', 'pro');
    const statuses = async (sent: string) => {
      const responses = Array.from({ length: 40 }, () => client.call('GET', base, { key: sent }));
      return (await Promise.all(responses)).map(({ status }) => status).sort();
    };
    const [invalid, valid] = [await statuses('fb_invalid'), await statuses(key)];
    expect(invalid.filter((status) => status === 401)).toHaveLength(7);
    expect(invalid.filter((status) => status === 429)).toHaveLength(33);
    expect(valid.filter((status) => status === 200)).toHaveLength(11);
    expect(valid.filter((status) => status === 429)).toHaveLength(29);
    expect(new Set(haproxy.requests.map(({ server }) => server))).toEqual(new Set(INSTANCES));
  });

  it('share sessions and cursors, and reject a revoked key within a second', async () => {
    const { key, email } = await account('shared', 'free');
    for (let n = 0; n < 3; n++) await client.call('POST', base, { key, body: { title: `Item ${n}` } });
    const titles: string[] = [];
    let query = '';
    for (let n = 0; n < 3; n++) {
      const { json } = await callAt(n, 'GET', `${base}?limit=1${query}`, { key });
      titles.push(json.data[0].title);
      query = `&cursor=${json.pagination.next_cursor}`;
    }
    // Items of one millisecond have no fixed order.
    expect(titles.sort()).toEqual(['Item 0', 'Item 1', 'Item 2']);

    const browser = { 'sec-fetch-site': 'same-origin' };
    const body = { email, password: PASSWORD };
    const signedIn = await callAt(0, 'POST', '/app/api/session', { body, headers: browser });
    const cookie = signedIn.headers['set-cookie']!.map((set) => set.split(';', 1)[0]).join('; ');
    const headers = { ...browser, cookie };
    const { json } = await callAt(1, 'GET', '/app/api/keys', { headers });
    for (let n = 0; n < 3; n++) expect((await callAt(n, 'GET', base, { key })).status).toBe(200);
    const revoked = await callAt(2, 'DELETE', `/app/api/keys/${json.data[0].id}`, { headers });
    expect(revoked.status).toBeLessThan(300);
    const since = performance.now();
    for (let n = 0; n < 3; n++) {
      for (;;) {
        const sentAfter = performance.now() - since;
        if ((await callAt(n, 'GET', base, { key })).status === 401) break;
        expect(sentAfter).toBeLessThan(1000);
        await sleep(20);
      }
    }
  });

  it('lose no acknowledged write when one is killed, and fail only requests that were sent to it', async () => {
    const { key } = await account('killed', 'free');
    // On a reused connection, HAProxy would close the connection instead of returning and logging 502.
    const writing = new Client(haproxy, true, false);
    const load = new Load(() => writing, key, WRITERS);
    await load.succeeded(SOME);
    const [, killed] = instances;
    const down = haproxy.noticed('b', 'DOWN');
    await killed!.kill('SIGKILL');
    await down;
    await load.succeeded(SOME);

    const up = haproxy.noticed('b', 'UP');
    instances[1] = await ServiceProcess.start({ ...env, PORT: String(killed!.port) });
    await up;
    await load.succeeded(SOME);
    const afterKill = failuresOf(load);

    const stopping = haproxy.noticed('c', 'DOWN');
    const stopped = instances[2]!.kill('SIGTERM');
    await stopping;
    expect(await stopped).toMatchObject({ code: 0 });
    await load.succeeded(SOME);
    await load.stop();

    const failed = haproxy.requests.filter(({ status }) => status < 200 || status > 499);
    const lost = await load.lost();
    const { json } = await client.call('GET', `${base}?limit=1&include_total=true`, { key });
    process.stdout.write(
      `\nkill -9 of one of three instances with ${WRITERS} writers: ${load.requests} requests, ` +
        `${load.acknowledged.length} acknowledged, ${failuresOf(load)} failed, ${lost.length} lost\n\n`,
    );
    writing.close();
    expect(lost).toEqual([]);
    // No request was repeated after it had been sent.
    expect(json.pagination.total).toBeLessThanOrEqual(load.acknowledged.length + failed.length);
    expect(failed.filter(({ server, status }) => server !== 'b' || status !== 502)).toEqual([]);
    expect(failed).toHaveLength(failuresOf(load));
    expect(failuresOf(load)).toBe(afterKill);
    expect(afterKill).toBeLessThanOrEqual(WRITERS);
  });
});

const failuresOf = (load: Load): number => [...load.failures.values()].reduce((sum, count) => sum + count, 0);
