import {
  expiryCutoff,
  keyInUse,
  replayed,
  type BatchRevision,
  type Feedback,
  type IdempotencyRepository,
  type MergeRevision,
  type RevisedItems,
  type StoredResponse,
  type IdempotentRequest,
} from '@libs/feedback';
import type { Actor, Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { repeatedAfterLockTimeout } from '../../connection/transaction';
import { uniqueExternalId } from '../items/feedback.sql';
import { addStatement, deleteRecordStatement } from './idempotency.sql';
import { isUnexpired, runOnce, recordOf, type SendStatement } from './run-once';
import { purgeChunk } from './purge-records';
import { reviseAll } from '../batch/revise-all';
import { mergeItems } from '../duplicates/merge-items';

/** Stores idempotency records in PostgreSQL, in the same transaction as the changes of the request. */
export class PostgresIdempotencyRepository implements IdempotencyRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  /** Runs one statement. Looks up the record only if the request isn't new. */
  async add(
    item: Feedback,
    by: Actor,
    idempotentRequest: IdempotentRequest,
    respond: (item: Feedback) => string,
  ): Promise<StoredResponse> {
    const { accountId, created_at } = item;
    const send: SendStatement = (statement) => this.scope.query(accountId, statement, by);
    const text = respond(item);
    for (;;) {
      const { rows } = await uniqueExternalId(
        send<[boolean, boolean]>(addStatement(idempotentRequest, text, item)),
      );
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
    return this.write(accountId, batch, request, async (send) =>
      respond(await reviseAll(send, accountId, batch)),
    );
  }

  async merge(
    accountId: string,
    merge: MergeRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse> {
    return this.write(accountId, merge, request, async (send) =>
      respond(await mergeItems(send, accountId, merge)),
    );
  }

  /** Writes, and stores the response that `write` returns, in one transaction. */
  private async write(
    accountId: string,
    { updates, by, at }: BatchRevision | MergeRevision,
    idempotentRequest: IdempotentRequest,
    write: (send: SendStatement) => Promise<string>,
  ): Promise<StoredResponse> {
    const request = { ...idempotentRequest, at, fingerprint: async () => idempotentRequest.fingerprint };
    const itemIds = updates.map(({ id }) => id);
    const once = (client: PoolClient) => {
      const send: SendStatement = (statement) => client.query(statement);
      return runOnce(send, accountId, request, async () => ({ text: await write(send), itemIds }));
    };
    const run = () => this.scope.transaction(accountId, once, { by });
    return uniqueExternalId(repeatedAfterLockTimeout(run));
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
