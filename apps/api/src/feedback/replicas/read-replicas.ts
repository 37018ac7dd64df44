import { Logger } from '@nestjs/common';
import { createReplicas, observeStatements, type PostgresReplicas } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config';
import type { Observer } from '../../metrics/observer';
import { onceAMinute } from '../../once-a-minute';
import { RecurringJob } from '../../recurring-job';
import type { Tracing } from '../../tracing/tracing';

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
  observer: Pick<Observer, 'replicasConfigured' | 'readServed'>,
  tracing: Pick<Tracing, 'statements'> | null,
): PostgresReplicas | null {
  const urls = config.DATABASE_REPLICA_URLS ?? [];
  if (urls.length === 0) return null;
  const logger = new Logger('ReadReplicas');
  const warnings = urls.map((url, i) =>
    onceAMinute((reason: string) =>
      logger.warn(`Read replica ${i} (${new URL(url).host}) is not used: ${reason}`),
    ),
  );
  const replicas = createReplicas(dataSource, {
    urls,
    poolSize: config.DATABASE_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS === 'on',
    now: () => performance.now(),
    events: {
      unusable: (replica, reason) => warnings[replica]!(reason),
      served: (server) => observer.readServed(server),
    },
    onOpened: (opened) => tracing && observeStatements(opened, tracing.statements),
  });
  observer.replicasConfigured(() => replicas.all.map(({ lagMs }) => lagMs));
  return replicas;
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
