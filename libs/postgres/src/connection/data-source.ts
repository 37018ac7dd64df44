import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { entities } from '../schema/entities';
import { migrations } from '../migrations';
import { NamedStatementClient } from './named-statement-client';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections this process may hold; 8 to 10 is where throughput stops growing. */
  readonly poolSize?: number;
  /** How long a statement with parameters may take before it is cancelled and its connection closed. Default 10,000. */
  readonly answerMs?: number;
}

/** One database, not yet connected: `await initialize()` opens it, `await destroy()` closes it. */
export function createDataSource({ url, poolSize = 10, answerMs }: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: verified(url),
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    // Prints only if the variable DEBUG asks for it. The default logger would print the error of a migration a second time.
    logger: 'debug',
    installExtensions: false,
    applicationName: 'feedback-service',
    // An idle connection was lost: the next request opens another, and says so if it cannot.
    poolErrorHandler: () => {},
    extra: {
      Client: NamedStatementClient,
      answerMs,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
  });
}

/**
 * To the driver these modes of TLS mean `verify-full`, and it prints eight lines to say that its next version will check
 * less. We say which one we mean.
 */
function verified(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** TypeORM's own pool, for fixed SQL without the ORM's detour. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
