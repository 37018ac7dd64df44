import { Module, type DynamicModule } from '@nestjs/common';
import { SharedModule, type Shared } from './shared.module';
import { BackupModule } from './backup/backup.module';
import { AccountsApiModule } from './accounts/accounts-api.module';
import { ReferenceModule } from './reference/reference.module';
import { FollowersModule } from './followers/followers.module';
import { FormModule } from './form/form.module';
import { ChangelogPagesModule } from './changelog/changelog-pages.module';
import { PublicPagesModule } from './public-pages/public-pages.module';
import { HealthModule } from './health/health.module';
import { FeedbackApiModule } from './feedback/feedback-api.module';
import { McpModule } from './mcp/mcp.module';
import { builtPackages } from './npm/npm-package';
import { PackagesModule } from './npm/packages.module';
import { VotesModule } from './votes/votes.module';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module';
import { assets } from './http/assets';
import { WebModule } from './web/web.module';
import { widgetFiles } from './widget/widget-files';
import { WidgetModule } from './widget/widget.module';

/** The controllers of the service. `createService` makes the objects that they use. */
@Module({})
export class AppModule {
  static with(shared: Shared): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SharedModule.with(shared),
        FeedbackApiModule,
        FormModule,
        FollowersModule,
        PublicPagesModule,
        ChangelogPagesModule,
        VotesModule,
        McpModule,
        AccountsApiModule,
        ReferenceModule,
        HealthModule,
        UnsubscribeModule,
        WebModule.with(assets()),
        WidgetModule.with(widgetFiles()),
        PackagesModule.with(builtPackages()),
        ...(shared.config.BACKUP_DIR ? [BackupModule] : []),
      ],
    };
  }
}
