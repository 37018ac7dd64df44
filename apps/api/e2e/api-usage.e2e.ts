import type { FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { Dashboard } from './support/dashboard';
import { Service, serviceDatabase } from './support/service';

/** api-keys.md 8 */
describe('/app/api/keys/usage', () => {
  let database: FreshDatabase;
  const started: Service[] = [];
  const start = async (env: Record<string, string>) => {
    const service = await Service.start(env, { database });
    started.push(service);
    return service;
  };
  const stopAll = async () => {
    for (const service of started.splice(0)) await service.stop();
  };
  afterEach(async () => {
    await stopAll();
    await database.drop();
  });

  it('returns the requests of all instances, stored at their shutdown', async () => {
    database = await serviceDatabase();
    const limits = { RATE_LIMIT_MINUTE_FREE: '5', RATE_LIMIT_STORE: 'memory' };
    const services = [await start(limits), await start(limits)] as const;
    const clients = services.map((instance) => new Client(instance));
    const account = await services[0].account();
    const other = await services[0].account();
    const submitting = await services[0].issue(account.id, { permission: 'submit' });
    const call = (client: Client, path: string, key = account.key) =>
      client.call('GET', `/api/v1/feedback${path}`, { key });
    for (const client of clients) {
      for (const path of ['', '?limit=0', '/unknown', '', '', '', '']) await call(client, path);
      await client.call('OPTIONS', '/api/v1/feedback', { key: account.key });
    }
    await call(clients[0]!, '', submitting.key);
    await call(clients[0]!, '', other.key);
    await call(clients[0]!, '', `${account.key.slice(0, -1)}_`);
    clients.forEach((client) => client.close());
    await stopAll();

    const later = await start({});
    const client = new Client(later);
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    const { status, json } = await dashboard.get('keys/usage');
    const rejected = await dashboard.get('keys/usage?x=1');
    client.close();
    const { from, to, requests } = json.data;
    expect(status).toBe(200);
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    // Two days, if the test runs at midnight.
    const sums = new Map<string, number[]>();
    for (const { key_id, date, accepted, rate_limited, failed } of requests) {
      expect(date >= from && date <= to).toBe(true);
      const before = sums.get(key_id) ?? [0, 0, 0];
      sums.set(
        key_id,
        [accepted, rate_limited, failed].map((count, i) => count + before[i]!),
      );
    }
    expect([...sums]).toEqual([
      [account.keyId, [6, 4, 4]],
      [submitting.keyId, [0, 0, 1]],
    ]);
    expect(rejected.status).toBe(400);
  });
});
