import { createReplicas, observeResponses, observeStatements, type PostgresReplicas } from '@libs/postgres';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from '../config';
import type { EventLoopShares } from '../limits/event-loop-shares';
import type { Observer } from '../metrics/observer';
import { onceAMinute } from '../once-a-minute';
import type { Tracing } from '../tracing/tracing';

interface ReplicaOptions {
  readonly config: Config;
  readonly observer: Observer;
  readonly tracing: Tracing | null;
  readonly shares: EventLoopShares;
}

/** Returns the replicas of DATABASE_REPLICA_URLS, connected to metrics and tracing; null if there are none. */
export function openReplicas(
  db: DataSource,
  { config, observer, tracing, shares }: ReplicaOptions,
): PostgresReplicas | null {
  const urls = config.DATABASE_REPLICA_URLS ?? [];
  if (urls.length === 0) return null;
  const warnings = warningsFor(urls);
  const replicas = createReplicas(db, {
    urls,
    poolSize: config.DATABASE_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS === 'on',
    now: () => performance.now(),
    events: {
      unusable: (replica, reason) => warnings[replica]!(reason),
      served: (server) => observer.readServed(server),
    },
    onOpened: (opened) => {
      observeResponses(opened, shares.resumed);
      if (tracing) observeStatements(opened, tracing.statements);
    },
  });
  observer.replicasConfigured(() => replicas.all.map(({ lagMs }) => lagMs));
  return replicas;
}

/** Returns a function for each replica that logs why it is not used, once a minute. Logs no password. */
function warningsFor(urls: readonly string[]): ((reason: string) => void)[] {
  const logger = new Logger('Replicas');
  return urls.map((url, replica) =>
    onceAMinute((reason: string) =>
      logger.warn(`Read replica ${replica} (${new URL(url).host}) is not used: ${reason}`),
    ),
  );
}
