import { Logger, Module } from '@nestjs/common';
import { createReplicas, observeResponses, observeStatements, type PostgresReplicas } from '@libs/postgres';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { EventLoopShares } from '../limits/event-loop-shares';
import { LimitsModule } from '../limits/limits.module';
import { OBSERVER, type Observer } from '../metrics/observer';
import { onceAMinute } from '../once-a-minute';
import { CONFIG } from '../shared.module';
import type { Tracing } from '../tracing/tracing';
import { TRACING } from '../tracing/tracing.module';
import { ReplicaChecks } from './replica-checks';

/** The replicas of DATABASE_REPLICA_URLS, or null if there are none. */
export const REPLICAS = Symbol('Replicas');

type ReplicaConfig = Pick<
  Config,
  'DATABASE_REPLICA_URLS' | 'DATABASE_POOL_SIZE' | 'DATABASE_PREPARED_STATEMENTS'
>;

/** Connects the replicas, if there are any, to the metrics and to tracing. */
@Module({
  imports: [LimitsModule],
  providers: [
    {
      provide: REPLICAS,
      inject: [CONFIG, DataSource, OBSERVER, TRACING, EventLoopShares],
      useFactory: openReplicas,
    },
    {
      provide: ReplicaChecks,
      inject: [REPLICAS],
      useFactory: (replicas: PostgresReplicas | null) => replicas && new ReplicaChecks(replicas),
    },
  ],
  exports: [REPLICAS],
})
export class ReplicasModule {}

function openReplicas(
  config: ReplicaConfig,
  dataSource: DataSource,
  observer: Pick<Observer, 'replicasConfigured' | 'readServed'>,
  tracing: Pick<Tracing, 'statements'> | null,
  shares: Pick<EventLoopShares, 'resumed'>,
): PostgresReplicas | null {
  const urls = config.DATABASE_REPLICA_URLS ?? [];
  if (urls.length === 0) return null;
  const warnings = warningsFor(urls);
  const replicas = createReplicas(dataSource, {
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
