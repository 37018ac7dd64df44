import { Module } from '@nestjs/common';
import { isOutage } from '@libs/postgres';
import { AccountsModule } from '../../accounts/accounts.module';
import { ExportTimeouts } from '../../export/export-output';
import { FeedbackModule } from '../../feedback/feedback.module';
import { ErrorFilter } from '../../http/error.filter';
import { JsonDownloads } from '../export/json-downloads';
import { ImportController } from '../import/import.controller';
import { ImportUndoController } from '../import/import-undo.controller';
import { ItemsController } from './items.controller';
import { SubmittersController } from '../submitters/submitters.controller';
import { ViewsController } from '../views/views.controller';
import { QuarantineController } from '../quarantine/quarantine.controller';

@Module({
  imports: [AccountsModule, FeedbackModule],
  controllers: [
    ImportController,
    ImportUndoController,
    ItemsController,
    QuarantineController,
    SubmittersController,
    ViewsController,
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
export class ItemsModule {}
