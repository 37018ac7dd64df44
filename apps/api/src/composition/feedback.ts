import { randomBytes } from 'node:crypto';
import type { NotificationUseCases } from '@libs/accounts';
import {
  AssigneeUseCases,
  ChangelogDraftUseCases,
  ChangelogUseCases,
  ExportUseCases,
  FeedbackBatchUseCases,
  FeedbackUseCases,
  FollowerUseCases,
  HistoryUseCases,
  IdempotencyUseCases,
  ImportUndoUseCases,
  ImportUseCases,
  NoteUseCases,
  PublicCardUseCases,
  QuarantineUseCases,
  RequestUseCases,
  ShownCardUseCases,
  ShownChangelogUseCases,
  SimilarUseCases,
  StatsUseCases,
  SubmitterUseCases,
  TagUseCases,
  ViewUseCases,
  type FollowerMail,
  StatusMessageUseCases,
  assertCanNotify,
  VoteUseCases,
  WaitingVoteUseCases,
  type ConfirmationMail,
  type OnImportFailed,
  type StorageLimit,
} from '@libs/feedback';
import {
  PostgresAssigneeFinder,
  PostgresChangelogRepository,
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
  PostgresStatusMessageRepository,
  PostgresVoteRepository,
  PostgresWaitingVoteRepository,
  ReadScope,
  PostgresFeedbackRepository,
  PostgresFollowerRepository,
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

/** 128 bits, in base64url. */
const newGeneration = (): string => randomBytes(16).toString('base64url');

interface FeedbackOptions {
  readonly storage: StorageLimit;
  readonly notifications: NotificationUseCases;
  /** Null without mail. */
  readonly followerMail: (FollowerMail & ConfirmationMail) | null;
  readonly replicas?: PostgresReplicas | null;
  /** Logs an error of work that no request waits for. */
  readonly warn: (line: string) => void;
}

/** The feedback context on PostgreSQL. */
export function createFeedback(db: DataSource, options: FeedbackOptions) {
  const { storage, notifications, followerMail, replicas = null, warn } = options;
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
  const followerRepository = new PostgresFollowerRepository(db);
  const followers = new FollowerUseCases(
    { followers: followerRepository, items, lists, mail: followerMail },
    clock,
    newId,
    newGeneration,
  );
  const waitingVoteRepository = new PostgresWaitingVoteRepository(db);
  const waitingVotes = new WaitingVoteUseCases(
    { waiting: waitingVoteRepository, mail: followerMail },
    clock,
    newId,
    newGeneration,
  );
  const entries = new PostgresChangelogRepository(db);
  const shownCards = new PostgresPublicCardFinder(db);
  const canNotify = assertCanNotify(followerMail !== null);
  const idempotency = new PostgresIdempotencyRepository(db);
  return {
    items: new FeedbackUseCases({ items, lists, tags, storage, assertCanNotify: canNotify }, clock, newId),
    batches: new FeedbackBatchUseCases(items, clock, newId, tags, storage, canNotify),
    idempotency: new IdempotencyUseCases(
      { writes: idempotency, items, tags, storage, assertCanNotify: canNotify },
      clock,
      newId,
    ),
    requests: new RequestUseCases(new PostgresRequestRepository(db), clock, newId, storage, (...agreed) =>
      followers.agreed(...agreed),
    ),
    followers,
    statusMessages: new StatusMessageUseCases(
      { messages: new PostgresStatusMessageRepository(db), items, hasMail: followerMail !== null },
      clock,
    ),
    cards: new PublicCardUseCases(items, clock, storage),
    shownCards: new ShownCardUseCases(shownCards, clock),
    votes: new VoteUseCases(new PostgresVoteRepository(db), shownCards, clock, storage),
    waitingVotes,
    changelogDrafts: new ChangelogDraftUseCases({ entries, items, cards: shownCards }, clock),
    shownChangelog: new ShownChangelogUseCases(entries),
    changelog: new ChangelogUseCases({ entries, items, storage, assertCanNotify: canNotify }, clock, newId),
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
    submitters: new SubmitterUseCases(
      new PostgresSubmitterRepository(db),
      followerRepository,
      waitingVoteRepository,
      clock,
    ),
    exports: new ExportUseCases(exporter, clock),
    exportTimeouts,
    imports: new ImportUseCases(importer, clock, idGenerator, digestOf, onImportFailed, storage),
    importUndo: new ImportUndoUseCases(new PostgresImportRepository(db), clock, newId),
    uploadTimeouts,
  };
}
