import { Logger } from '@nestjs/common';
import { createDataSource, migrate } from '@libs/postgres';
import { startReplicatedServer, type ReplicatedServer } from '@libs/postgres/testing';
import { Metrics } from '../src/metrics/metrics';
import { Client, type HttpResponse } from './support/client';
import { Service, type Account } from './support/service';

const LIST = '/api/v1/feedback';
const UNREACHABLE = 'postgres://feedback:secret@127.0.0.1:1/feedback';

/** An instance of the service, and the numbers of its reads. */
class Instance {
  private constructor(
    readonly service: Service,
    private readonly metrics: Metrics,
    private readonly client: Client,
  ) {}

  static async start(env: Record<string, string>, url: string): Promise<Instance> {
    const metrics = new Metrics();
    const database = { url, adminUrl: url, drop: () => Promise.resolve() };
    const service = await Service.start(env, { database, metrics });
    return new Instance(service, metrics, new Client(service));
  }

  get = (path: string, { key }: Account) => this.client.call('GET', path, { key });
  add = (title: string, { key }: Account) => this.client.call('POST', LIST, { key, body: { title } });
  titles = async (account: Account): Promise<string[]> =>
    (await this.get(`${LIST}?sort=title`, account)).json.data.map(({ title }: { title: string }) => title);

  /** Returns the value of a sample, or undefined if it is missing. */
  async sample(name: string): Promise<number | undefined> {
    const line = (await this.metrics.text()).split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  }

  reads = async (server: string) =>
    (await this.sample(`feedback_replica_reads_total{server="${server}"}`)) ?? 0;

  /** Runs a request until a replica has served it. */
  async fromReplica(request: () => Promise<HttpResponse>): Promise<HttpResponse> {
    for (;;) {
      const before = await this.reads('0');
      const response = await request();
      if ((await this.reads('0')) > before) return response;
    }
  }

  /** Runs a request. Returns how many reads each server has served. */
  async servers(request: () => Promise<unknown>): Promise<Record<string, number>> {
    const [primary, replica] = [await this.reads('primary'), await this.reads('0')];
    await request();
    return { primary: (await this.reads('primary')) - primary, replica: (await this.reads('0')) - replica };
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.service.stop();
  }
}

/** operator.md 14 */
describe('read replicas', () => {
  let server: ReplicatedServer;
  let a: Instance;
  let b: Instance;
  beforeAll(async () => {
    server = await startReplicatedServer();
    const dataSource = await createDataSource({ url: server.primary.url }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    const env = {
      DATABASE_URL: server.primary.url,
      DATABASE_REPLICA_URLS: `${server.replica.url},${UNREACHABLE}`,
    };
    a = await Instance.start(env, server.primary.url);
    b = await Instance.start(env, server.primary.url);
  });
  afterAll(async () => {
    await a.stop();
    await b.stop();
    await server.stop();
  });
  afterEach(() => server.replica.resume());

  /** An account with items that the replica contains. */
  const replicated = async (...titles: string[]) => {
    const account = await a.service.account();
    for (const title of titles) expect((await a.add(title, account)).status).toBe(201);
    for (const instance of [a, b]) await instance.fromReplica(() => instance.get(LIST, account));
    return account;
  };

  it('serve lists, totals, searches, and exports; single items come from the primary', async () => {
    const account = await replicated('Dark mode');
    const { id } = (await a.get(LIST, account)).json.data[0];
    for (const query of ['', '?include_total=true', '?q=dark', '/export?format=csv']) {
      const { status, text } = await a.fromReplica(() => a.get(`${LIST}${query}`, account));
      expect([status, text]).toEqual([200, expect.stringContaining('Dark mode')]);
    }
    expect(await a.servers(() => a.get(`${LIST}/${id}`, account))).toEqual({ primary: 0, replica: 0 });
  });

  it('return a write on every instance while the replica lacks it, and serve other accounts', async () => {
    const [writer, reader] = [await replicated('Old'), await replicated('Only')];
    await server.replica.pause();
    // Once: the account of the writer is read from the primary for 30 s only.
    await a.add('New', writer);
    for (const instance of [b, a]) {
      expect(await instance.titles(writer)).toContain('New');
      expect(await instance.titles(reader)).toEqual(['Only']);
    }
    for (const instance of [a, b]) {
      expect(await instance.servers(() => instance.titles(writer))).toEqual({ primary: 1, replica: 0 });
      await instance.fromReplica(() => instance.get(LIST, reader));
    }
    const file = await b.get(`${LIST}/export?format=csv`, writer);
    expect(file.text).toContain('New');
    await server.replica.resume();
    const { json } = await b.fromReplica(() => b.get(`${LIST}?sort=title`, writer));
    expect(json.data).toHaveLength(2);
  });

  it('return each item once over pages of several servers', async () => {
    const account = await replicated('1', '2', '3', '4');
    const { json } = await a.fromReplica(() => a.get(`${LIST}?limit=2`, account));
    await server.replica.pause();
    await a.add('5', account);
    const next = () => b.get(`${LIST}?limit=2&cursor=${json.pagination.next_cursor}`, account);
    const { json: fromPrimary } = await next();
    await server.replica.resume();
    const { json: fromReplica } = await b.fromReplica(next);
    for (const { data } of [fromPrimary, fromReplica]) {
      const titles = [...json.data, ...data].map(({ title }) => title as string);
      expect(titles).toEqual(['4', '3', '2', '1']);
    }
  });

  it('log why one is not used, once a minute and without its password', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    // Not the replica that other instances warn about.
    const host = '127.0.0.1:2';
    const DATABASE_REPLICA_URLS = `postgres://feedback:secret@${host}/feedback,${server.replica.url}`;
    const env = { DATABASE_URL: server.primary.url, DATABASE_REPLICA_URLS };
    const instance = await Instance.start(env, server.primary.url);
    const account = await instance.service.account();
    // A replica in use has been checked, and so has the other one.
    while (((await instance.sample('feedback_replica_reads_total{server="1"}')) ?? 0) < 3) {
      expect((await instance.get(LIST, account)).status).toBe(200);
    }
    await instance.stop();
    const warnings = warn.mock.calls.filter(([text]) => String(text).includes(host));
    expect(warnings).toEqual([
      [expect.stringMatching(/^Read replica 0 \(127\.0\.0\.1:2\) is not used: (?!.*secret).*ECONNREFUSED/)],
    ]);
    warn.mockRestore();
  });

  it('report the lag of replicas that are used', async () => {
    await replicated('Dark mode');
    const lag = (replica: number) => a.sample(`feedback_replica_lag_seconds{replica="${replica}"}`);
    let seconds: number | undefined;
    while (seconds === undefined) seconds = await lag(0);
    expect(seconds).toBeLessThan(30);
    expect(await lag(1)).toBeUndefined();
  });

  it('fail no request if the replica is killed, and use it again when it is back', async () => {
    const account = await replicated('Dark mode');
    const statuses = new Set<number>();
    const read = async () => statuses.add((await a.get(LIST, account)).status);
    const before = await a.reads('primary');
    let isKilled = false;
    while ((await a.reads('primary')) === before) {
      await Promise.all([read(), read(), read(), read()]);
      if (!isKilled) server.replica.kill();
      isKilled = true;
    }
    await a.fromReplica(() => a.get(LIST, account));
    expect([...statuses]).toEqual([200]);
  });
});
