import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { limiterOf } from './account-scope';
import { poolOf } from './data-source';

/** Where a statement waits: for a connection of the pool, or for one of its account's share. */
export type PoolQueue = 'pool' | 'account';

/** Connections of a pool, and statements that wait for one, now. */
export interface PoolUse {
  readonly max: number;
  readonly used: number;
  readonly idle: number;
  readonly waiting: Readonly<Record<PoolQueue, number>>;
}

const NO_POOL: PoolUse = { max: 0, used: 0, idle: 0, waiting: { pool: 0, account: 0 } };

/** Everything is 0 after the data source was closed. */
export function poolUse(dataSource: DataSource): PoolUse {
  if (!dataSource.isInitialized) return NO_POOL;
  const pool = poolOf(dataSource);
  return {
    max: pool.options.max,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: { pool: pool.waitingCount, account: limiterOf(pool).waitingCount },
  };
}

export interface PoolObserver {
  /** A statement has waited, and then got a connection or an error. Not called if it got a connection at once. */
  waited(queue: PoolQueue, seconds: number): void;
  /** PostgreSQL returned an error, or a connection was lost or not opened. @param sqlstateClass two characters */
  failed(sqlstateClass: string): void;
}

/** Class 08 of SQLSTATE: connection exception. */
const CONNECTION_EXCEPTION = '08';

/** Reports the waits and errors of all statements of the pool from now on. Call it once per pool. */
export function observePool(dataSource: DataSource, observer: PoolObserver): void {
  const pool = poolOf(dataSource);
  limiterOf(pool).onWaited = (seconds) => observer.waited('account', seconds);
  observeConnect(pool, observer);
  // Not `connect`, because the pool has opened connections before.
  const observed = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (observed.has(client)) return;
    observed.add(client);
    observeErrors(client, observer);
  });
}

type OnConnection = Parameters<Pool['connect']>[0];

/** Replaces `connect`, which the pool has no event for. */
function observeConnect(pool: Pool, observer: PoolObserver): void {
  const connect = pool.connect.bind(pool) as (onConnection: OnConnection) => void;
  const observed = (onConnection: OnConnection) => {
    const startedAt = pool.idleCount > pool.waitingCount ? null : performance.now();
    connect((failure, client, release) => {
      if (startedAt !== null) observer.waited('pool', (performance.now() - startedAt) / 1000);
      if (failure) observer.failed(classOf(failure));
      onConnection(failure, client, release);
    });
  };
  const promised = () =>
    new Promise<PoolClient>((resolve, reject) =>
      observed((failure, client) => (failure || !client ? reject(failure!) : resolve(client))),
    );
  pool.connect = ((onConnection?: OnConnection) =>
    onConnection ? observed(onConnection) : promised()) as Pool['connect'];
}

/** Also counts errors that the service expects, such as a duplicate value, and those of statements it repeats. */
function observeErrors(client: PoolClient, observer: PoolObserver): void {
  const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
  connection.on('errorMessage', (error: Error) => observer.failed(classOf(error)));
  client.on('error', () => observer.failed(CONNECTION_EXCEPTION));
}

/** The errors of PostgreSQL have a severity. Those of the network have codes such as EPIPE, or none. */
function classOf(error: Error): string {
  const { code, severity } = error as Error & { readonly code?: string; readonly severity?: string };
  return severity && code && /^[\dA-Z]{5}$/.test(code) ? code.slice(0, 2) : CONNECTION_EXCEPTION;
}
