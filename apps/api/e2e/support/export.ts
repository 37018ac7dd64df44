import { Client as PgClient } from 'pg';
import type { HttpResponse, Client } from './client';
import type { Account, Service } from './service';

const PATH = '/api/v1/feedback/export';

interface Stage {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
}

/** Runs `act` while another connection holds the lock of `sql`. */
async function during(
  service: Service,
  sql: string,
  act: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const holder = new PgClient({ connectionString: service.database.adminUrl });
  await holder.connect();
  try {
    await holder.query(sql);
    return await act();
  } finally {
    await holder.end();
  }
}

/** Requests an export while another instance exports the items of the same account. */
export const exportInProgressAt = ({ service, client, account }: Stage): Promise<HttpResponse> =>
  during(service, `SELECT pg_advisory_lock(hashtextextended('export ${account.id}', 0))`, () =>
    client.call('GET', PATH, { key: account.key }),
  );

/** Requests an export while other accounts use up the limit of concurrent exports. */
export async function tooManyExportsAt({ service, client, account }: Stage): Promise<HttpResponse> {
  const others = [await service.account(), await service.account(), await service.account()];
  let exports: Promise<HttpResponse>[] = [];
  const refused = await during(service, 'BEGIN; LOCK TABLE feedback', async () => {
    exports = others.map(({ key }) => client.call('GET', PATH, { key }));
    await new Promise((next) => setTimeout(next, 200));
    return client.call('GET', PATH, { key: account.key });
  });
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([200, 200, 200]);
  return refused;
}
