import type { Client } from './support/client';
import { waitForLocks, whileLocked } from './support/locks';
import { isBehindPgBouncer, type Account } from './support/service';
import { useService } from './support/use-service';

const ACCOUNTS = 9;
const ITEMS = 6;
/** Server connections of PgBouncer for all instances. */
const POOLED_CONNECTIONS = 5;
/** Imports that an instance runs at the same time. */
const IMPORTS = 2;

/** items.md 9, also behind a connection pooler that assigns each transaction another connection. */
describe('three instances on one database', () => {
  const { service, client } = useService();
  const others = [1, 2].map(() => useService({}, () => ({ database: service.database })));
  const clients = [client, ...others.map((other) => other.client)];

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
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => service.account()));
    await Promise.all(
      accounts.map(async (account) => {
        const titles = await work(account);
        expect(titles.length).toBeGreaterThan(3 * ITEMS);
        expect(titles.filter((title) => !title.startsWith(`${account.slug} `))).toEqual([]);
      }),
    );
    const [{ connections }] = await service.dataSource.query<[{ connections: number }]>(
      `SELECT count(*)::integer AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user`,
    );
    if (isBehindPgBouncer()) expect(connections).toBeLessThanOrEqual(POOLED_CONNECTIONS);
    else expect(connections).toBeGreaterThan(POOLED_CONNECTIONS);
  });

  it('finish imports that have all connections of the pooler', async () => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => service.account()));
    const imports = await whileLocked(
      service,
      'LOCK TABLE feedback_search_indexed',
      [],
      async (lockClient) => {
        const all = accounts.map(({ key, slug }) => importRow(key, slug));
        const waiting = isBehindPgBouncer() ? POOLED_CONNECTIONS : 3 * IMPORTS;
        await waitForLocks(lockClient, 'feedback_search_indexed', waiting);
        return () => Promise.all(all);
      },
    );
    expect((await imports()).map(({ status }) => status)).toEqual(accounts.map(() => 200));
  });
});
