import { Client as PgClient } from 'pg';
import type { HttpResponse, Client } from './client';
import type { Account, Service } from './service';

const PATH = '/api/v1/feedback/export';

interface ExportContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
}

/** Runs `work` while another connection holds the lock of `sql`. */
async function whileLocked(
  service: Service,
  sql: string,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const lockClient = new PgClient({ connectionString: service.database.adminUrl });
  await lockClient.connect();
  try {
    await lockClient.query(sql);
    return await work();
  } finally {
    await lockClient.end();
  }
}

/** Requests an export while another instance exports the items of the same account. */
export const exportInProgressAt = ({ service, client, account }: ExportContext): Promise<HttpResponse> =>
  whileLocked(service, `SELECT pg_advisory_lock(hashtextextended('export ${account.id}', 0))`, () =>
    client.call('GET', PATH, { key: account.key }),
  );

/** Requests an export while other accounts use up the limit of concurrent exports. */
export async function tooManyExportsAt({ service, client, account }: ExportContext): Promise<HttpResponse> {
  const others = [await service.account(), await service.account(), await service.account()];
  let exports: Promise<HttpResponse>[] = [];
  const rejected = await whileLocked(service, 'BEGIN; LOCK TABLE feedback', async () => {
    exports = others.map(({ key }) => client.call('GET', PATH, { key }));
    await new Promise((next) => setTimeout(next, 200));
    return client.call('GET', PATH, { key: account.key });
  });
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([200, 200, 200]);
  return rejected;
}
