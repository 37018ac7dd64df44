import pg, { type Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { entities } from '../schema/entities';
import { migrations } from '../migrations';
import { NamedStatementClient } from './named-statement-client';
import { setScope, type Settings } from './scoped-query';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections of this process. Throughput stops growing at 8 to 10. */
  readonly poolSize?: number;
  /** Time limit of a statement with parameters. Then it is canceled and its connection closed. Default: 10,000. */
  readonly responseTimeoutMs?: number;
  /** Maximum wait for a connection, a new one or a free one of the pool. Default: 5,000. */
  readonly connectTimeoutMs?: number;
  /** False for poolers without support for prepared statements, such as PgBouncer before 1.21. Default: true. */
  readonly preparedStatements?: boolean;
  /** The name of the connections in PostgreSQL. Default: `SERVICE`. */
  readonly applicationName?: string;
  /** The statement that every `ScopedQuery` starts with. Default: `setScope`. */
  readonly settings?: Settings;
}

/** The name of the service's connections. A restore is rejected while there are any. */
export const SERVICE = 'feedback-service';

/** Creates a data source without connecting. `await initialize()` opens it, and `await destroy()` closes it. */
export function createDataSource({
  url,
  poolSize = 10,
  responseTimeoutMs,
  connectTimeoutMs = 5_000,
  preparedStatements = true,
  applicationName = SERVICE,
  settings = setScope(''),
}: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    // By default, TypeORM loads it with a name that the build cannot follow.
    driver: pg,
    url: verified(url),
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    // Logs only if DEBUG is set. The default logger would print migration errors twice.
    logger: 'debug',
    installExtensions: false,
    applicationName,
    // Ignores the loss of an idle connection: the next request opens a new one, and reports an error if it can't.
    poolErrorHandler: () => {},
    extra: {
      Client: NamedStatementClient,
      responseTimeoutMs,
      preparedStatements,
      // Prepares this statement.
      ...(preparedStatements && { onConnect: (client: Client) => client.query({ ...settings }) }),
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      // Longer than the shortest interval of an idle service. Opening a connection costs more than its statements.
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // A server that vanishes is noticed within about 20 seconds, also during a statement without a time limit.
      keepAliveInitialDelayMillis: 10_000,
    },
  });
}

/**
 * Replaces sslmode values that the driver treats as `verify-full`. For these, it prints an eight-line warning that its
 * next version will check less.
 */
export function verified(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Returns TypeORM's pool, to run SQL without the overhead of the ORM. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
