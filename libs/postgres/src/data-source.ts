import { DataSource } from 'typeorm';
import { entities } from './entities';
import { migrations } from './migrations';
import { NamedStatementClient } from './named-statement-client';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections this process may hold; 8 to 10 is where throughput stops growing. */
  readonly poolSize?: number;
  /** Told of faults on idle connections (the server went away); without a listener they end the process. */
  readonly onConnectionError?: (error: Error) => void;
}

/** One database, not yet connected: `await initialize()` opens it, `await destroy()` closes it. */
export function createDataSource({ url, poolSize = 10, onConnectionError }: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    applicationName: 'feedback-service',
    poolErrorHandler: (error: Error) => onConnectionError?.(error),
    extra: {
      Client: NamedStatementClient,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
  });
}

/** Any constant will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 4_901_178_533;

/** Runs what is pending and names it; several instances that start at once take turns. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}
