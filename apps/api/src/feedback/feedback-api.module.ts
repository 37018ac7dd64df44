import { isOutage } from '@libs/postgres';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeyController } from '../api-keys/key.controller';
import { BatchController } from '../batch/batch.controller';
import { EventsController, NewestEventsController } from '../events/events.controller';
import { EventsModule } from '../events/events.module';
import { ExportTimeouts } from '../export/export-output';
import { ExportController } from '../export/export.controller';
import { JsonDownloads } from '../http/responses/json-downloads';
import { HistoryController } from '../history/history.controller';
import { ErrorFilter } from '../http/error.filter';
import { ImportUndoController } from '../import/import-undo.controller';
import { ImportController } from '../import/import.controller';
import { ItemsController } from '../items/items.controller';
import { ListController } from '../items/list.controller';
import { QuarantineController } from '../quarantine/quarantine.controller';
import { SimilarController } from '../similar/similar.controller';
import { StatsController } from '../stats/stats.controller';
import { SubmittersController } from '../submitters/submitters.controller';
import { TagsController } from '../tags/tags.controller';
import { ViewsController } from '../views/views.controller';
import { DeliveriesController, DeliveryDetailController } from '../webhooks/deliveries.controller';
import {
  WebhookController,
  WebhookDetailController,
  WebhooksController,
} from '../webhooks/webhooks.controller';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { FeedbackModule } from './feedback.module';

/** Everything about feedback and its events that API keys and members can do. */
@Module({
  imports: [AccountsModule, EventsModule, FeedbackModule, WebhooksModule],
  controllers: [
    BatchController,
    DeliveriesController,
    DeliveryDetailController,
    EventsController,
    ExportController,
    HistoryController,
    ImportController,
    ImportUndoController,
    ItemsController,
    KeyController,
    ListController,
    NewestEventsController,
    QuarantineController,
    SimilarController,
    StatsController,
    SubmittersController,
    TagsController,
    ViewsController,
    WebhookController,
    WebhookDetailController,
    WebhooksController,
  ],
  providers: [
    { provide: ErrorFilter, useFactory: () => new ErrorFilter(isOutage) },
    {
      provide: JsonDownloads,
      inject: [ExportTimeouts],
      useFactory: (timeouts: ExportTimeouts) => new JsonDownloads(timeouts),
    },
  ],
  exports: [JsonDownloads],
})
export class FeedbackApiModule {}
