import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { observePool, oldestChange, poolOf, poolUse, PostgresDeliveryQueue } from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock } from '../shared.module';
import type { Metrics } from './metrics';
import { NO_OBSERVER, OBSERVER } from './observer';

/** Connects the metrics, if there are any, to the database and to every module. */
@Global()
@Module({})
export class MetricsModule {
  static with(metrics: Metrics | null): DynamicModule {
    return {
      module: MetricsModule,
      providers: [
        { provide: OBSERVER, useValue: metrics ?? NO_OBSERVER },
        ...(metrics ? [databaseMetrics(metrics)] : []),
      ],
      exports: [OBSERVER],
    };
  }
}

const databaseMetrics = (metrics: Metrics): Provider => ({
  provide: Symbol('DatabaseMetrics'),
  inject: [DataSource],
  useFactory: (dataSource: DataSource) => {
    const queue = new PostgresDeliveryQueue(dataSource);
    const observer = metrics.addDatabase({
      poolUse: () => poolUse(dataSource),
      backlog: () => queue.backlog(clock()),
      oldestChange: () => oldestChange(poolOf(dataSource)),
    });
    observePool(dataSource, observer);
    return observer;
  },
});
