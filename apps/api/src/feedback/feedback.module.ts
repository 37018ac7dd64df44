import { Logger, Module } from '@nestjs/common';
import {
  AssigneeUseCases,
  ExportUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  HistoryUseCases,
  IdempotencyUseCases,
  ImportUndoUseCases,
  ImportUseCases,
  NoteUseCases,
  QuarantineUseCases,
  SimilarUseCases,
  StatsUseCases,
  SubmitterUseCases,
  ViewUseCases,
  TagUseCases,
  type OnImportFailed,
} from '@libs/feedback';
import {
  PostgresAssigneeFinder,
  PostgresFeedbackExporter,
  PostgresFeedbackImporter,
  PostgresSimilarItemFinder,
  PostgresHistoryRepository,
  PostgresNoteRepository,
  PostgresSubmitterRepository,
  PostgresViewRepository,
  PostgresTagRepository,
  SearchIndex,
  TypeOrmFeedbackRepository,
  TypeOrmIdempotencyRepository,
  TypeOrmImportRepository,
  TypeOrmQuarantineRepository,
  type PostgresReplicas,
} from '@libs/postgres';
import { NotificationUseCases } from '@libs/accounts';
import { DataSource } from 'typeorm';
import { idGenerator, newId } from '../new-id';
import { clock, SharedSecrets } from '../shared.module';
import { CursorCodec } from '../cursors/cursor';
import { SearchIndexing } from '../items/search-indexing';
import { ExportDownloads } from '../export/export-downloads';
import { ExportTimeouts } from '../export/export-output';
import { digestOf, ImportUploads } from '../import/import.http';
import { UploadTimeouts } from '../http/requests/upload';
import { IdempotencyPurge } from '../idempotency/idempotency-purge';
import { NotificationsModule } from '../notifications/notifications.module';
import { FullAccounts } from '../storage/full-accounts';
import { StorageModule } from '../storage/storage.module';
import { REPLICAS, ReplicasModule } from '../replicas/replicas.module';

const reportFailedImport =
  (notifications: NotificationUseCases): OnImportFailed =>
  (accountId, { rows, failed }, by) =>
    notifications
      .importFailed(accountId, { rows, failed }, by)
      .catch((error: Error) => new Logger('Import').warn(`Could not store a notification: ${error.message}`));

/** Wires the feedback context on PostgreSQL, for every surface. */
@Module({
  imports: [NotificationsModule, ReplicasModule, StorageModule],
  providers: [
    {
      // Shared: lists, statistics, and views share the limit of slow reads.
      provide: TypeOrmFeedbackRepository,
      inject: [DataSource, REPLICAS],
      useFactory: (dataSource: DataSource, replicas: PostgresReplicas | null) =>
        new TypeOrmFeedbackRepository(dataSource, undefined, replicas),
    },
    {
      provide: FeedbackUseCases,
      inject: [DataSource, TypeOrmFeedbackRepository, FullAccounts],
      useFactory: (dataSource: DataSource, items: TypeOrmFeedbackRepository, full: FullAccounts) =>
        new FeedbackUseCases(items, clock, newId, new PostgresTagRepository(dataSource), full),
    },
    {
      provide: ViewUseCases,
      inject: [DataSource, TypeOrmFeedbackRepository],
      useFactory: (dataSource: DataSource, items: TypeOrmFeedbackRepository) =>
        new ViewUseCases(new PostgresViewRepository(dataSource), items, clock, newId),
    },
    {
      provide: StatsUseCases,
      inject: [TypeOrmFeedbackRepository],
      useFactory: ({ stats }: TypeOrmFeedbackRepository) => new StatsUseCases(stats, clock),
    },
    {
      provide: FeedbackBatchUseCases,
      inject: [DataSource, FullAccounts],
      useFactory: (dataSource: DataSource, full: FullAccounts) =>
        new FeedbackBatchUseCases(
          new TypeOrmFeedbackRepository(dataSource),
          clock,
          newId,
          new PostgresTagRepository(dataSource),
          full,
        ),
    },
    {
      provide: IdempotencyUseCases,
      inject: [DataSource, FullAccounts],
      useFactory: (dataSource: DataSource, full: FullAccounts) =>
        new IdempotencyUseCases(
          new TypeOrmIdempotencyRepository(dataSource),
          clock,
          newId,
          new PostgresTagRepository(dataSource),
          full,
        ),
    },
    {
      provide: AssigneeUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new AssigneeUseCases(new PostgresAssigneeFinder(dataSource)),
    },
    {
      provide: TagUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new TagUseCases(new PostgresTagRepository(dataSource)),
    },
    {
      provide: IdempotencyPurge,
      inject: [IdempotencyUseCases],
      useFactory: (requests: IdempotencyUseCases) => new IdempotencyPurge(requests),
    },
    {
      provide: SearchIndexing,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new SearchIndexing(new SearchIndex(dataSource)),
    },
    ExportTimeouts,
    {
      provide: ExportDownloads,
      inject: [DataSource, ExportTimeouts, REPLICAS],
      useFactory: (dataSource: DataSource, timeouts: ExportTimeouts, replicas: PostgresReplicas | null) =>
        new ExportDownloads(
          new ExportUseCases(new PostgresFeedbackExporter(dataSource, { replicas, timeouts }), clock),
          timeouts,
        ),
    },
    {
      provide: ImportUndoUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new ImportUndoUseCases(new TypeOrmImportRepository(dataSource), clock, newId),
    },
    UploadTimeouts,
    {
      provide: ImportUploads,
      inject: [DataSource, UploadTimeouts, NotificationUseCases, FullAccounts],
      useFactory: (
        dataSource: DataSource,
        timeouts: UploadTimeouts,
        notifications: NotificationUseCases,
        full: FullAccounts,
      ) =>
        new ImportUploads(
          new ImportUseCases(
            new PostgresFeedbackImporter(dataSource, timeouts),
            clock,
            idGenerator,
            digestOf,
            reportFailedImport(notifications),
            full,
          ),
          timeouts,
        ),
    },
    {
      provide: QuarantineUseCases,
      inject: [DataSource, FullAccounts],
      useFactory: (dataSource: DataSource, full: FullAccounts) =>
        new QuarantineUseCases(new TypeOrmQuarantineRepository(dataSource), clock, newId, full),
    },
    {
      provide: SimilarUseCases,
      inject: [DataSource, REPLICAS],
      useFactory: (dataSource: DataSource, replicas: PostgresReplicas | null) =>
        new SimilarUseCases(
          new TypeOrmFeedbackRepository(dataSource),
          new PostgresSimilarItemFinder(dataSource, replicas),
        ),
    },
    {
      provide: HistoryUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new HistoryUseCases(new PostgresHistoryRepository(dataSource)),
    },
    {
      provide: NoteUseCases,
      inject: [DataSource, NotificationUseCases, FullAccounts],
      useFactory: (dataSource: DataSource, notifications: NotificationUseCases, full: FullAccounts) =>
        new NoteUseCases(
          new PostgresNoteRepository(dataSource),
          clock,
          newId,
          (...mention) => notifications.mentioned(...mention),
          full,
        ),
    },
    {
      provide: SubmitterUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new SubmitterUseCases(new PostgresSubmitterRepository(dataSource), clock),
    },
    {
      provide: CursorCodec,
      inject: [SharedSecrets],
      useFactory: (secrets: SharedSecrets) => new CursorCodec(secrets.cursor),
    },
  ],
  exports: [
    ExportDownloads,
    ExportTimeouts,
    AssigneeUseCases,
    FeedbackBatchUseCases,
    FeedbackUseCases,
    HistoryUseCases,
    IdempotencyUseCases,
    ImportUndoUseCases,
    ImportUploads,
    NoteUseCases,
    QuarantineUseCases,
    SimilarUseCases,
    StatsUseCases,
    SubmitterUseCases,
    ViewUseCases,
    TagUseCases,
    CursorCodec,
  ],
})
export class FeedbackModule {}
