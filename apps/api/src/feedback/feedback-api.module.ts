import { Module } from '@nestjs/common';
import { KeyController } from '../api-keys/key.controller';
import { BatchController } from '../batch/batch.controller';
import { ChangelogDraftsController } from '../changelog/changelog-drafts.controller';
import { ChangelogController } from '../changelog/changelog.controller';
import { EventsController, NewestEventsController } from '../events/events.controller';
import { ExportController } from '../export/export.controller';
import { HistoryController } from '../history/history.controller';
import { ImportUndoController } from '../import/import-undo.controller';
import { ImportController } from '../import/import.controller';
import { ExternalIdsController } from '../items/external-ids.controller';
import { ItemsController } from '../items/items.controller';
import { ListController } from '../items/list.controller';
import { NotesController } from '../history/notes.controller';
import { PublicCardsController } from '../public-cards/public-cards.controller';
import { QuarantineController } from '../quarantine/quarantine.controller';
import { RequestsController } from '../requests/requests.controller';
import { SimilarController } from '../similar/similar.controller';
import { AskedMessagesController } from '../status-messages/asked-messages.controller';
import { StatusMessagesController } from '../status-messages/status-messages.controller';
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

/** Everything about feedback and its events that API keys and members can do. */
@Module({
  controllers: [
    AskedMessagesController,
    BatchController,
    ChangelogController,
    ChangelogDraftsController,
    DeliveriesController,
    DeliveryDetailController,
    EventsController,
    ExportController,
    ExternalIdsController,
    HistoryController,
    ImportController,
    ImportUndoController,
    ItemsController,
    KeyController,
    ListController,
    NewestEventsController,
    NotesController,
    PublicCardsController,
    QuarantineController,
    RequestsController,
    SimilarController,
    StatsController,
    StatusMessagesController,
    SubmittersController,
    TagsController,
    ViewsController,
    WebhookController,
    WebhookDetailController,
    WebhooksController,
  ],
})
export class FeedbackApiModule {}
