import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from './config';
import { EventsModule } from './events/events.module';
import type { Metrics } from './metrics/metrics';
import { MetricsModule } from './metrics/metrics.module';
import { NotificationMailModule } from './notifications/mail/notification-mail.module';
import { SharedModule } from './shared.module';
import type { Tracing } from './tracing/tracing';
import { TracingModule } from './tracing/tracing.module';
import { WebhooksModule } from './webhooks/webhooks.module';

/** The composition root of `npm run worker`: publishes events, delivers them, and sends mail. */
@Module({})
export class WorkerModule {
  static with(
    config: Config,
    dataSource: DataSource,
    metrics: Metrics | null,
    tracing: Tracing | null,
  ): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        SharedModule.with(config, dataSource),
        MetricsModule.with(metrics),
        TracingModule.with(tracing),
        EventsModule,
        NotificationMailModule,
        WebhooksModule,
      ],
    };
  }
}
