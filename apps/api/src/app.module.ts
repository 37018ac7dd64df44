import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { SharedModule } from './shared.module';
import type { Config } from './config';
import { BackupModule } from './backup/backup.module';
import { AccountsApiModule } from './accounts/accounts-api.module';
import { ReferenceModule } from './reference/reference.module';
import { FormModule } from './form/form.module';
import { HealthModule } from './health/health.module';
import type { Metrics } from './metrics/metrics';
import { MetricsModule } from './metrics/metrics.module';
import type { Tracing } from './tracing/tracing';
import { TracingModule } from './tracing/tracing.module';
import { NotificationMailModule } from './notifications/mail/notification-mail.module';
import { FeedbackApiModule } from './feedback/feedback-api.module';
import { McpModule } from './mcp/mcp.module';
import { builtPackages } from './npm/npm-package';
import { PackagesModule } from './npm/packages.module';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module';
import { assets } from './http/assets';
import { WebModule } from './web/web.module';
import { widgetFiles } from './widget/widget-files';
import { WidgetModule } from './widget/widget.module';

/** The composition root. Only this module combines the contexts. */
@Module({})
export class AppModule {
  static with(
    config: Config,
    dataSource: DataSource,
    metrics: Metrics | null,
    tracing: Tracing | null,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SharedModule.with(config, dataSource),
        MetricsModule.with(metrics),
        TracingModule.with(tracing),
        FeedbackApiModule,
        FormModule,
        McpModule,
        AccountsApiModule,
        ReferenceModule,
        HealthModule,
        NotificationMailModule,
        UnsubscribeModule,
        WebModule.with(assets()),
        WidgetModule.with(widgetFiles()),
        PackagesModule.with(builtPackages()),
        ...(config.BACKUP_DIR ? [BackupModule] : []),
      ],
    };
  }
}
