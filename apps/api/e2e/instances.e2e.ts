import { Client as Database } from 'pg';
import { Client } from './support/client';
import { waitForLocks } from './support/locks';
import { isBehindPgBouncer, Service, type Account } from './support/service';

const ACCOUNTS = 9;
const ITEMS = 12;
/** Server connections of PgBouncer for all instances. */
const POOLED_CONNECTIONS = 5;
/** Imports that an instance runs at the same time. */
const IMPORTS = 2;

/** items.md 9, also behind a connection pooler that assigns each transaction another connection. */
describe('three instances on one database', () => {
  const services: Service[] = [];
  const clients: Client[] = [];
  beforeAll(async () => {
    services.push(await Service.start());
    while (services.length < 3) services.push(await Service.start({}, services[0]!.database));
    clients.push(...services.map(({ origin }) => new Client(origin)));
  });
  afterAll(async () => {
    clients.forEach((client) => client.close());
    for (const service of services.reverse()) await service.stop();
  });

  let sent = 0;
  /** Sends each request to the next instance. */
  const call: Client['call'] = (...args) => clients[sent++ % clients.length]!.call(...args);

  const importRow = (key: string, title: string) =>
    call('POST', '/api/v1/feedback/import', {
      key,
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ title })}\n`,
    });

  /** Works with the items of one account, and returns the titles of every response. */
  async function work({ key, slug }: Account): Promise<string[]> {
    const base = '/api/v1/feedback';
    const created = await Promise.all(
      Array.from({ length: ITEMS }, (_, n) => call('POST', base, { key, body: { title: `${slug} ${n}` } })),
    );
    expect(created.filter(({ status }) => status !== 201)).toEqual([]);
    const [first, second, third] = created.map(({ json }) => json.data.id as string);
    const update = { id: second, title: `${slug} in a batch` };
    const responses = await Promise.all([
      call('GET', base, { key }),
      call('GET', `${base}?q=${slug}`, { key }),
      call('GET', `${base}/${third}`, { key }),
      call('PATCH', `${base}/${first}`, { key, body: { title: `${slug} changed` } }),
      call('POST', `${base}/batch`, { key, body: { updates: [update] } }),
      call('GET', `${base}/export?format=ndjson`, { key }),
      importRow(key, `${slug} imported`),
      call('DELETE', `${base}/${third}`, { key }),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const list = await call('GET', `${base}?limit=100&include_total=true`, { key });
    expect(list.json.pagination.total).toBe(ITEMS);
    return [...created, ...responses, list].flatMap(({ text }) =>
      [...text.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title!),
    );
  }

  it('serve concurrent requests of many accounts, each with its own items only', async () => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => services[0]!.account()));
    await Promise.all(
      accounts.map(async (account) => {
        const titles = await work(account);
        expect(titles.length).toBeGreaterThan(3 * ITEMS);
        expect(titles.filter((title) => !title.startsWith(`${account.slug} `))).toEqual([]);
      }),
    );
    const [{ connections }] = await services[0]!.dataSource.query<[{ connections: number }]>(
      `SELECT count(*)::integer AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user`,
    );
    if (isBehindPgBouncer) expect(connections).toBeLessThanOrEqual(POOLED_CONNECTIONS);
    else expect(connections).toBeGreaterThan(POOLED_CONNECTIONS);
  });

  it('finish imports that have all connections of the pooler', async () => {
    const admin = new Database({ connectionString: services[0]!.database.adminUrl });
    await admin.connect();
    try {
      const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => services[0]!.account()));
      await admin.query('BEGIN; LOCK TABLE feedback_search_indexed');
      const imports = Promise.all(accounts.map(({ key, slug }) => importRow(key, slug)));
      await waitForLocks(
        admin,
        'feedback_search_indexed',
        isBehindPgBouncer ? POOLED_CONNECTIONS : 3 * IMPORTS,
      );
      await admin.query('COMMIT');
      expect((await imports).map(({ status }) => status)).toEqual(accounts.map(() => 200));
    } finally {
      await admin.end();
    }
  });
});
