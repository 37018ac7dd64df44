import { Logger } from '@nestjs/common';
import { createReplicas, type PostgresReplicas, type ReplicaEvents } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config';
import { onceAMinute } from '../../once-a-minute';
import { RecurringJob } from '../../recurring-job';

/** The replicas of DATABASE_REPLICA_URLS, or null if there are none. */
export const REPLICAS = Symbol('Replicas');

const CHECK_MS = 200;

type ReplicaConfig = Pick<
  Config,
  'DATABASE_REPLICA_URLS' | 'DATABASE_POOL_SIZE' | 'DATABASE_PREPARED_STATEMENTS'
>;

/** Returns replicas that are not connected yet, and logs why one is not used, once a minute. */
export function readReplicas(
  config: ReplicaConfig,
  dataSource: DataSource,
  served?: ReplicaEvents['served'],
): PostgresReplicas | null {
  const urls = config.DATABASE_REPLICA_URLS ?? [];
  if (urls.length === 0) return null;
  const logger = new Logger('ReadReplicas');
  const warnings = urls.map((url, i) =>
    onceAMinute((reason: string) =>
      logger.warn(`Read replica ${i} (${new URL(url).host}) is not used: ${reason}`),
    ),
  );
  return createReplicas(dataSource, {
    urls,
    poolSize: config.DATABASE_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS === 'on',
    now: () => performance.now(),
    events: { unusable: (replica, reason) => warnings[replica]!(reason), served },
  });
}

/** Keeps what is known about the replicas up to date, and closes their connections after the last request. */
export class ReplicaChecks extends RecurringJob {
  constructor(private readonly replicas: PostgresReplicas) {
    super(CHECK_MS, 0);
  }

  /** Without the primary, replicas are not used. Requests report that it is unavailable. */
  async run(): Promise<void> {
    await this.replicas.check(performance.now()).catch(() => {});
  }

  onApplicationShutdown(): Promise<void> {
    return this.replicas.close();
  }
}
