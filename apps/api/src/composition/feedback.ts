import type { NotificationUseCases } from '@libs/accounts';
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
  PublicCardUseCases,
  QuarantineUseCases,
  RequestUseCases,
  ShownCardUseCases,
  SimilarUseCases,
  StatsUseCases,
  SubmitterUseCases,
  TagUseCases,
  ViewUseCases,
  type OnImportFailed,
  type StorageLimit,
} from '@libs/feedback';
import {
  PostgresAssigneeFinder,
  PostgresFeedbackExporter,
  PostgresFeedbackImporter,
  PostgresHistoryRepository,
  PostgresItemLists,
  PostgresNoteRepository,
  PostgresPublicCardFinder,
  PostgresRequestRepository,
  PostgresSimilarItemFinder,
  PostgresStats,
  PostgresSubmitterRepository,
  PostgresTagRepository,
  PostgresViewRepository,
  ReadScope,
  PostgresFeedbackRepository,
  PostgresIdempotencyRepository,
  PostgresImportRepository,
  PostgresQuarantineRepository,
  type PostgresReplicas,
} from '@libs/postgres';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { ExportTimeouts } from '../export/export-output';
import { UploadTimeouts } from '../http/requests/upload';
import { digestOf } from '../import/row-digest';
import { idGenerator, newId } from '../new-id';

interface FeedbackOptions {
  readonly storage: StorageLimit;
  readonly notifications: NotificationUseCases;
  readonly replicas?: PostgresReplicas | null;
  /** Logs an error of work that no request waits for. */
  readonly warn: (line: string) => void;
}

/** The feedback context on PostgreSQL. */
export function createFeedback(db: DataSource, options: FeedbackOptions) {
  const { storage, notifications, replicas = null, warn } = options;
  const onImportFailed: OnImportFailed = (accountId, { rows, failed }, by) =>
    notifications
      .importFailed(accountId, { rows, failed }, by)
      .catch(({ message }: Error) => warn(`Could not store a notification: ${message}`));
  const exportTimeouts = new ExportTimeouts();
  const uploadTimeouts = new UploadTimeouts();
  const reads = new ReadScope(db, replicas);
  const lists = new PostgresItemLists(reads);
  const items = new PostgresFeedbackRepository(db);
  const tags = new PostgresTagRepository(db);
  const importer = new PostgresFeedbackImporter(db, uploadTimeouts);
  const exporter = new PostgresFeedbackExporter(db, { replicas, timeouts: exportTimeouts });
  const idempotency = new PostgresIdempotencyRepository(db);
  return {
    items: new FeedbackUseCases({ items, lists, tags, storage }, clock, newId),
    batches: new FeedbackBatchUseCases(items, clock, newId, tags, storage),
    idempotency: new IdempotencyUseCases({ writes: idempotency, items, tags, storage }, clock, newId),
    requests: new RequestUseCases(new PostgresRequestRepository(db), clock, newId, storage),
    cards: new PublicCardUseCases(items, clock, storage),
    shownCards: new ShownCardUseCases(new PostgresPublicCardFinder(db), clock),
    tags: new TagUseCases(tags),
    assignees: new AssigneeUseCases(new PostgresAssigneeFinder(db)),
    notes: new NoteUseCases(
      {
        notes: new PostgresNoteRepository(db),
        writes: idempotency,
        findMentioned: (...mention) => notifications.mentioned(...mention),
        storage,
      },
      clock,
      newId,
    ),
    history: new HistoryUseCases(new PostgresHistoryRepository(db)),
    similar: new SimilarUseCases(items, new PostgresSimilarItemFinder(reads)),
    stats: new StatsUseCases(new PostgresStats(reads), clock),
    views: new ViewUseCases(new PostgresViewRepository(db), lists, clock, newId),
    quarantine: new QuarantineUseCases(new PostgresQuarantineRepository(db), clock, newId, storage),
    submitters: new SubmitterUseCases(new PostgresSubmitterRepository(db), clock),
    exports: new ExportUseCases(exporter, clock),
    exportTimeouts,
    imports: new ImportUseCases(importer, clock, idGenerator, digestOf, onImportFailed, storage),
    importUndo: new ImportUndoUseCases(new PostgresImportRepository(db), clock, newId),
    uploadTimeouts,
  };
}
