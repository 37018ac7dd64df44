import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import type { Config } from '../config';
import { EventsModule } from '../events/events.module';
import { FeedbackModule } from '../feedback/feedback.module';
import { CONFIG } from '../shared.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { BatchController } from './batch/batch.controller';
import { EventsController, NewestEventsController } from '../events/events.controller';
import { ExportController } from '../export/export.controller';
import { HistoryController } from '../history/history.controller';
import { ImportController } from './import/import.controller';
import { FeedbackAddress, FeedbackController } from './items/feedback.controller';
import { KeyController } from './key/key.controller';
import { FormAddresses } from './key/key.http';
import { SimilarController } from '../similar/similar.controller';
import { TagsController } from '../tags/tags.controller';
import { StatsController } from '../stats/stats.controller';
import { DeliveriesController, DeliveryDetailController } from '../webhooks/deliveries.controller';
import {
  WebhookController,
  WebhookDetailController,
  WebhooksController,
} from '../webhooks/webhooks.controller';

/** The REST API, `/api/v1`, and what the dashboard has in common with it. */
@Module({
  imports: [AccountsModule, EventsModule, FeedbackModule, WebhooksModule],
  controllers: [
    BatchController,
    DeliveriesController,
    DeliveryDetailController,
    EventsController,
    NewestEventsController,
    ExportController,
    HistoryController,
    ImportController,
    FeedbackController,
    KeyController,
    SimilarController,
    TagsController,
    StatsController,
    WebhookController,
    WebhookDetailController,
    WebhooksController,
  ],
  providers: [
    {
      provide: FeedbackAddress,
      inject: [CONFIG],
      useFactory: (config: Config) => new FeedbackAddress(`${config.PUBLIC_URL}/api/v1/feedback`),
    },
    {
      provide: FormAddresses,
      inject: [CONFIG],
      useFactory: (config: Config) => new FormAddresses(config.PUBLIC_URL),
    },
  ],
})
export class RestModule {}
