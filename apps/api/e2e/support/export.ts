import { ExportTimeouts } from '../../src/export/export-output';
import type { HttpResponse, Client } from './client';
import { waitForLocks, whileLocked } from './locks';
import type { Account, Service } from './service';

const PATH = '/api/v1/feedback/export';

interface ExportContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
}

/** Requests an export while another instance exports the items of the same account. */
export const exportInProgressAt = ({ service, client, account }: ExportContext): Promise<HttpResponse> =>
  whileLocked(
    service,
    `SELECT pg_advisory_xact_lock(hashtextextended('export ' || $1, 0))`,
    [account.id],
    () => client.call('GET', PATH, { key: account.key }),
  );

/** Requests an export while other accounts use up the limit of concurrent exports. */
export async function tooManyExportsAt({ service, client, account }: ExportContext): Promise<HttpResponse> {
  const others = [await service.account(), await service.account(), await service.account()];
  let exports: Promise<HttpResponse>[] = [];
  const rejected = await whileLocked(service, 'LOCK TABLE feedback', [], async (lockClient) => {
    exports = others.map(({ key }) => client.call('GET', PATH, { key }));
    await waitForLocks(lockClient, 'feedback', others.length);
    const timeouts = Object.assign(service.get(ExportTimeouts), { waitMs: 100 });
    return client
      .call('GET', PATH, { key: account.key })
      .finally(() => Object.assign(timeouts, new ExportTimeouts()));
  });
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([200, 200, 200]);
  return rejected;
}
