import { Module } from '@nestjs/common';
import {
  ExportUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  HistoryUseCases,
  IdempotencyUseCases,
  ImportUndoUseCases,
  ImportUseCases,
  NoteUseCases,
  QuarantineUseCases,
  SubmitterUseCases,
} from '@libs/feedback';
import {
  mergePendingSearchEntries,
  PostgresFeedbackExporter,
  PostgresFeedbackImporter,
  PostgresHistoryRepository,
  PostgresNoteRepository,
  PostgresSubmitterRepository,
  TypeOrmFeedbackRepository,
  TypeOrmIdempotencyRepository,
  TypeOrmImportRepository,
  TypeOrmQuarantineRepository,
  type PostgresReplicas,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock, newId, SharedSecrets } from '../shared.module';
import { CursorCodec } from './lists/cursor';
import { SearchIndexMerge } from './lists/search-index-merge';
import { ExportDownloads } from './export/export-downloads';
import { ExportTimeouts } from './export/export-output';
import { digestOf, ImportUploads } from './import/import.http';
import { UploadTimeouts } from './import/import-upload';
import { IdempotencyPurge } from './idempotency/idempotency-purge';
import { REPLICAS, ReplicasModule } from './replicas/replicas.module';

/** Wires the feedback context on PostgreSQL, for every surface. */
@Module({
  imports: [ReplicasModule],
  providers: [
    {
      provide: FeedbackUseCases,
      inject: [DataSource, REPLICAS],
      useFactory: (dataSource: DataSource, replicas: PostgresReplicas | null) =>
        new FeedbackUseCases(new TypeOrmFeedbackRepository(dataSource, undefined, replicas), clock, newId),
    },
    {
      provide: FeedbackBatchUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new FeedbackBatchUseCases(new TypeOrmFeedbackRepository(dataSource), clock, newId),
    },
    {
      provide: IdempotencyUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new IdempotencyUseCases(new TypeOrmIdempotencyRepository(dataSource), clock, newId),
    },
    {
      provide: IdempotencyPurge,
      inject: [IdempotencyUseCases],
      useFactory: (requests: IdempotencyUseCases) => new IdempotencyPurge(requests),
    },
    {
      provide: SearchIndexMerge,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new SearchIndexMerge(() => mergePendingSearchEntries(dataSource)),
    },
    ExportTimeouts,
    {
      provide: ExportDownloads,
      inject: [DataSource, ExportTimeouts, REPLICAS],
      useFactory: (dataSource: DataSource, timeouts: ExportTimeouts, replicas: PostgresReplicas | null) =>
        new ExportDownloads(
          new ExportUseCases(new PostgresFeedbackExporter(dataSource, { replicas }), clock),
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
      inject: [DataSource, UploadTimeouts],
      useFactory: (dataSource: DataSource, timeouts: UploadTimeouts) =>
        new ImportUploads(
          new ImportUseCases(new PostgresFeedbackImporter(dataSource, timeouts), clock, newId, digestOf),
          timeouts,
        ),
    },
    {
      provide: QuarantineUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new QuarantineUseCases(new TypeOrmQuarantineRepository(dataSource), clock, newId),
    },
    {
      provide: HistoryUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new HistoryUseCases(new PostgresHistoryRepository(dataSource)),
    },
    {
      provide: NoteUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new NoteUseCases(new PostgresNoteRepository(dataSource), clock, newId),
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
    FeedbackBatchUseCases,
    FeedbackUseCases,
    HistoryUseCases,
    IdempotencyUseCases,
    ImportUndoUseCases,
    ImportUploads,
    NoteUseCases,
    QuarantineUseCases,
    SubmitterUseCases,
    CursorCodec,
  ],
})
export class FeedbackModule {}
