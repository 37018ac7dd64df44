import { Module } from '@nestjs/common';
import {
  ExportUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  IdempotencyUseCases,
  ImportUndoUseCases,
  ImportUseCases,
  QuarantineUseCases,
  StatsUseCases,
  SubmitterUseCases,
} from '@libs/feedback';
import {
  mergePendingSearchEntries,
  PostgresFeedbackExporter,
  PostgresFeedbackImporter,
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
      // Lists and statistics share the limit of slow reads.
      provide: TypeOrmFeedbackRepository,
      inject: [DataSource, REPLICAS],
      useFactory: (dataSource: DataSource, replicas: PostgresReplicas | null) =>
        new TypeOrmFeedbackRepository(dataSource, undefined, replicas),
    },
    {
      provide: FeedbackUseCases,
      inject: [TypeOrmFeedbackRepository],
      useFactory: (items: TypeOrmFeedbackRepository) => new FeedbackUseCases(items, clock, newId),
    },
    {
      provide: StatsUseCases,
      inject: [TypeOrmFeedbackRepository],
      useFactory: ({ stats }: TypeOrmFeedbackRepository) => new StatsUseCases(stats, clock),
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
    IdempotencyUseCases,
    ImportUndoUseCases,
    ImportUploads,
    QuarantineUseCases,
    StatsUseCases,
    SubmitterUseCases,
    CursorCodec,
  ],
})
export class FeedbackModule {}
