import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './data-source';

/** The account whose statements a connection runs. */
const accounts = new WeakMap<PoolClient, string>();

/** Until the connection is released. */
export function lendTo(client: PoolClient, accountId: string): void {
  accounts.set(client, accountId);
}

/**
 * Calls back for each part of a response, before the driver reads it and continues what waits for it: with the account of
 * the statement, or undefined for a statement of no account, and for long transactions. Call it once per pool.
 */
export function observeResponses(
  dataSource: DataSource,
  onResponse: (accountId: string | undefined) => void,
): void {
  const pool = poolOf(dataSource);
  // Not `connect`, because the pool has opened connections before.
  const observed = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (observed.has(client)) return;
    observed.add(client);
    const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
    // Replaces the listener, because the driver of COPY expects exactly one.
    const [read] = connection.stream.listeners('data') as ((bytes: Buffer) => void)[];
    connection.stream.removeListener('data', read!).on('data', (bytes) => {
      onResponse(accounts.get(client));
      read!(bytes);
    });
  });
  pool.on('release', (_failure: unknown, client: PoolClient) => accounts.delete(client));
}
