import {
  expiryCutoff,
  keyInUse,
  feedbackNotFound,
  replayed,
  type AddedNote,
  type BatchRevision,
  type Feedback,
  type IdempotencyRepository,
  type MergeRevision,
  type NewFollow,
  type OperationsBatch,
  type Outcome,
  type RevisedItems,
  type StoredResponse,
  type SubmittedFeedback,
  type IdempotentRequest,
} from '@libs/feedback';
import type { Actor, Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import {
  repeatedAfterConflict,
  repeatedAfterDeadlock,
  repeatedAfterLockTimeout,
} from '../../connection/transaction';
import { uniqueExternalId } from '../items/feedback.sql';
import { addStatement, deleteRecordStatement } from './idempotency.sql';
import { isUnexpired, runOnce, recordOf, type SendStatement } from './run-once';
import { purgeChunk } from './purge-records';
import { applyAll } from '../batch/apply-all';
import { reviseAll } from '../batch/revise-all';
import { mergeItems } from '../duplicates/merge-items';
import { followItem } from '../../followers/locked-follower';
import { addNotes } from '../notes/add-notes';

/** Stores idempotency records in PostgreSQL, in the same transaction as the changes of the request. */
export class PostgresIdempotencyRepository implements IdempotencyRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  /** Runs one statement, or a transaction if someone follows the item. */
  async add(
    item: SubmittedFeedback,
    by: Actor,
    request: IdempotentRequest,
    respond: (item: Feedback) => string,
    follow: NewFollow | null = null,
  ): Promise<StoredResponse> {
    const { accountId } = item;
    const text = respond(item);
    if (!follow) {
      const send: SendStatement = (statement) => this.scope.query(accountId, statement, by);
      return uniqueExternalId(this.addOnce(send, item, request, text));
    }
    const work = async (client: PoolClient) => {
      const response = await this.addOnce((statement) => client.query(statement), item, request, text);
      if (!response.isReplay) await followItem(client, item, follow, () => null);
      return response;
    };
    return uniqueExternalId(repeatedAfterDeadlock(() => this.scope.transaction(accountId, work, { by })));
  }

  /** Looks up the record only if the request isn't new. */
  private async addOnce(
    send: SendStatement,
    item: SubmittedFeedback,
    idempotentRequest: IdempotentRequest,
    text: string,
  ): Promise<StoredResponse> {
    const { accountId, created_at } = item;
    for (;;) {
      const { rows } = await send<[boolean, boolean]>(addStatement(idempotentRequest, text, item));
      const [isLocked, isNew] = rows[0]!;
      if (!isLocked) throw keyInUse();
      if (isNew) return { text, isReplay: false };
      const record = await recordOf(send, accountId, idempotentRequest);
      if (record && isUnexpired(record, created_at)) return replayed(record, idempotentRequest);
      if (record) await send(deleteRecordStatement(accountId, idempotentRequest, expiryCutoff(created_at)));
    }
  }

  async reviseAll(
    accountId: string,
    batch: BatchRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse> {
    return this.write(accountId, batch, request, async (client) => ({
      text: respond(await reviseAll((statement) => client.query(statement), accountId, batch)),
      itemIds: batch.updates.map(({ id }) => id),
    }));
  }

  async applyAll(
    accountId: string,
    batch: OperationsBatch,
    request: IdempotentRequest,
    respond: (outcomes: readonly Outcome[]) => string,
  ): Promise<StoredResponse> {
    const { by, now } = batch;
    const write = async (client: PoolClient) => {
      const outcomes = await applyAll(client, accountId, batch);
      return { text: respond(outcomes), itemIds: outcomes.flatMap(({ after }) => after?.id ?? []) };
    };
    return this.write(accountId, { by, at: now.toISOString() }, request, write, repeatedAfterConflict);
  }

  async merge(
    accountId: string,
    merge: MergeRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse> {
    return this.write(accountId, merge, request, async (client) => ({
      text: respond(await mergeItems((statement) => client.query(statement), accountId, merge)),
      itemIds: merge.updates.map(({ id }) => id),
    }));
  }

  async addNotes(
    notes: readonly AddedNote[],
    at: Instant,
    request: IdempotentRequest,
    response: string,
  ): Promise<StoredResponse> {
    const { accountId, itemId, author } = notes[0]!.note;
    return this.write(accountId, { by: author, at }, request, async (client) => {
      if (!(await addNotes((statement) => client.query(statement), notes))) throw feedbackNotFound();
      return { text: response, itemIds: [itemId] };
    });
  }

  /** Writes, and stores the response that `write` returns, in one transaction. */
  private async write(
    accountId: string,
    { by, at }: Pick<BatchRevision, 'by' | 'at'>,
    idempotentRequest: IdempotentRequest,
    write: (client: PoolClient) => Promise<{ readonly text: string; readonly itemIds: readonly string[] }>,
    repeated = repeatedAfterLockTimeout,
  ): Promise<StoredResponse> {
    const request = { ...idempotentRequest, at, fingerprint: async () => idempotentRequest.fingerprint };
    const once = (client: PoolClient) =>
      runOnce(
        (statement) => client.query(statement),
        accountId,
        request,
        () => write(client),
      );
    const run = () => this.scope.transaction(accountId, once, { by });
    return uniqueExternalId(repeated(run));
  }

  async isKnown(
    accountId: string,
    request: Pick<IdempotentRequest, 'client' | 'key'>,
    at: Instant,
  ): Promise<boolean> {
    const send: SendStatement = (statement) => this.scope.query(accountId, statement);
    const record = await recordOf(send, accountId, request);
    return record !== null && isUnexpired(record, at);
  }

  async purge(end: Instant): Promise<number> {
    return purgeChunk(poolOf(this.dataSource), end);
  }
}
