import {
  assertVersion,
  revised,
  sortedTags,
  type BatchRevision,
  type ExpectedVersion,
  type Feedback,
  type SubmittedFeedback,
  type FeedbackRepository,
  type ItemVersion,
  type MergeRevision,
  type OperationsBatch,
  type Outcome,
  type RevisedItems,
  type Revision,
} from '@libs/feedback';
import { isUuid, type Actor, type SecurityEvent } from '@libs/kernel';
import type { PoolClient, QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import type { SendStatement } from '../idempotency/run-once';
import { rowsOf } from '../../connection/array-rows';
import {
  repeatedAfterConflict,
  repeatedAfterDeadlock,
  repeatedAfterLockTimeout,
} from '../../connection/transaction';
import { insertEvent } from '../../security-log/record-event';
import type { FeedbackRow } from './feedback.schema';
import { itemsOf } from './items-of';
import {
  deleteStatement,
  insertStatement,
  removeUnchangedStatement,
  reviseStatement,
  SELECT_ALL,
  SELECT_BY_EXTERNAL_ID,
  SELECT_HOLDERS,
  SELECT_ONE,
  uniqueExternalId,
} from './feedback.sql';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { findTagsStatement, type TagRow } from '../tags/tag.sql';
import { applyAll } from '../batch/apply-all';
import { reviseAll } from '../batch/revise-all';
import { sortByIds } from '../batch/sort-by-ids';
import { mergeItems } from '../duplicates/merge-items';

/** Thrown to end a transaction without an effect. */
const ROLLBACK = new Error('Rolled back');

/** Feedback in PostgreSQL: fixed SQL, usually one statement per operation, with the account in every WHERE. */
export class PostgresFeedbackRepository implements FeedbackRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(item: SubmittedFeedback, by: Actor): Promise<void> {
    await uniqueExternalId(this.scope.query(item.accountId, insertStatement(item), by));
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    return (await this.read(accountId, rowsOf(SELECT_ONE, [accountId, id])))[0] ?? null;
  }

  async findByExternalId(accountId: string, externalId: string): Promise<Feedback | null> {
    const statement = rowsOf(SELECT_BY_EXTERNAL_ID, [accountId, externalId]);
    return (await this.read(accountId, statement))[0] ?? null;
  }

  async findHolders(accountId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const statement = rowsOf(SELECT_HOLDERS, [accountId, externalIds]);
    return new Map((await this.scope.query<[externalId: string, id: string]>(accountId, statement)).rows);
  }

  async findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]> {
    const statement = rowsOf(SELECT_ALL, [accountId, ids.filter(isUuid)]);
    return sortByIds(ids, await this.read(accountId, statement));
  }

  /** Runs a statement that returns rows of items. */
  private async read(
    accountId: string,
    statement: QueryArrayConfig,
    by?: Actor,
  ): Promise<readonly Feedback[]> {
    const { rows } = await this.scope.query<FeedbackRow>(accountId, statement, by);
    return itemsOf((names) => this.scope.query(accountId, names), accountId, rows);
  }

  /** Runs one statement. If it updates no row, reads the item to find out why. Retries after a concurrent change. */
  async revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    for (;;) {
      const statement = reviseStatement(accountId, id, revision);
      const [changed] = await uniqueExternalId(this.read(accountId, statement, revision.by));
      if (changed) return changed;
      const current = await this.find(accountId, id);
      if (!current || revised(current, await this.withKnownTags(accountId, revision)) === current)
        return current;
    }
  }

  /** Leaves out tags that were deleted in the meantime, as the statement does. */
  private async withKnownTags(accountId: string, revision: Revision): Promise<Revision> {
    const { change } = revision;
    if (!change.tags?.length) return revision;
    const { rows } = await this.scope.query<TagRow>(accountId, findTagsStatement(accountId, change.tags));
    return { ...revision, change: { ...change, tags: sortedTags(rows.map(([, name]) => name)) } };
  }

  async reviseAll(accountId: string, batch: BatchRevision): Promise<RevisedItems> {
    const { by, updates } = batch;
    if (!updates.some(({ notify }) => notify)) {
      const send: SendStatement = (statement) => this.scope.query(accountId, statement, by);
      return uniqueExternalId(reviseAll(send, accountId, batch));
    }
    const write = (client: PoolClient) => reviseAll((statement) => client.query(statement), accountId, batch);
    const run = () => this.scope.transaction(accountId, write, { by });
    return uniqueExternalId(repeatedAfterDeadlock(run));
  }

  /** A dry run does the same, and rolls it back. */
  async applyAll(accountId: string, batch: OperationsBatch): Promise<readonly Outcome[]> {
    const { by, isDryRun } = batch;
    let outcomes: readonly Outcome[] = [];
    const write = async (client: PoolClient) => {
      outcomes = await applyAll(client, accountId, batch);
      if (isDryRun) throw ROLLBACK;
    };
    const run = () => this.scope.transaction(accountId, write, { by });
    await uniqueExternalId(repeatedAfterConflict(run)).catch((error: unknown) => {
      if (error !== ROLLBACK) throw error;
    });
    return outcomes;
  }

  async merge(accountId: string, merge: MergeRevision): Promise<RevisedItems> {
    const { by } = merge;
    const write = (client: PoolClient) =>
      mergeItems((statement) => client.query(statement), accountId, merge);
    const run = () => this.scope.transaction(accountId, write, { by });
    return uniqueExternalId(repeatedAfterLockTimeout(run));
  }

  async previewMerge(accountId: string, merge: Omit<MergeRevision, 'by'>): Promise<RevisedItems> {
    const preview = (client: PoolClient) =>
      mergeItems((statement) => client.query(statement), accountId, { ...merge, isDryRun: true });
    return this.scope.transaction(accountId, preview, { mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY' });
  }

  async remove(accountId: string, id: string, expected: ExpectedVersion, by: Actor): Promise<boolean> {
    if (!isUuid(id)) return false;
    for (;;) {
      const { rowCount } = await repeatedAfterDeadlock(() =>
        this.scope.query(accountId, deleteStatement(accountId, id, expected), by),
      );
      if (rowCount === 1) return true;
      const current = expected === 'any' ? null : await this.find(accountId, id);
      if (!current) return false;
      assertVersion(current, expected);
    }
  }

  async removeUnchanged(
    accountId: string,
    items: readonly ItemVersion[],
    by: Actor,
    eventOf?: (deleted: number) => SecurityEvent,
  ): Promise<readonly string[]> {
    const statement = removeUnchangedStatement(
      accountId,
      items.filter(({ id }) => isUuid(id)),
    );
    const remove = async (client: PoolClient) => {
      const { rows } = await client.query<[id: string, isDeleted: boolean]>(statement);
      const changed = rows.filter(([, isDeleted]) => !isDeleted).map(([id]) => id);
      const deleted = rows.length - changed.length;
      if (eventOf && deleted > 0) await client.query(insertEvent(eventOf(deleted)));
      return changed;
    };
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, remove, { by }));
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'feedback', 'id');
    for (const table of ['imports', 'tags', 'idempotency_records']) {
      await deleteInChunks(this.scope, accountId, table);
    }
  }
}
