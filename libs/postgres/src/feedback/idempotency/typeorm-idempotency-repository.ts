import {
  endOf,
  keyInUse,
  replayed,
  type BatchRevision,
  type Feedback,
  type IdempotencyRepository,
  type StoredResponse,
  type IdempotentRequest,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { toRow, type FeedbackRow } from '../items/feedback.schema';
import { addStatement, forgetStatement } from './idempotency.sql';
import { counts, once as onceIn, recordOf, type Send } from './once';
import { purgeChunk } from './purge-records';
import { reviseAll } from '../batch/revise-all';

/** Stores idempotency records in PostgreSQL, in the same transaction as the changes of the request. */
export class TypeOrmIdempotencyRepository implements IdempotencyRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  /** Runs one statement. Looks up the record only if the request isn't new. */
  async add(
    item: Feedback,
    once: IdempotentRequest,
    respond: (item: Feedback) => string,
  ): Promise<StoredResponse> {
    const { accountId, createdAt } = item;
    const send: Send = (statement) => this.scope.query(accountId, statement);
    const text = respond(item);
    for (;;) {
      const { rows } = await send<[boolean, boolean]>(addStatement(once, text, toRow(item)));
      const [isMine, isFirst] = rows[0]!;
      if (!isMine) throw keyInUse();
      if (isFirst) return { text, isReplay: false };
      const record = await recordOf(send, accountId, once);
      if (record && counts(record, createdAt)) return replayed(record, once);
      if (record) await send(forgetStatement(accountId, once, endOf(createdAt)));
    }
  }

  async reviseAll(
    accountId: string,
    batch: BatchRevision,
    once: IdempotentRequest,
    respond: (before: readonly (Feedback | null)[]) => string,
  ): Promise<StoredResponse> {
    return this.scope.transaction(accountId, async (client) => {
      const send: Send = (statement) => client.query(statement);
      const request = { ...once, at: batch.at, fingerprint: async () => once.fingerprint };
      return onceIn(send, accountId, request, async () => {
        const before = await reviseAll((statement) => send<FeedbackRow>(statement), accountId, batch);
        return { text: respond(before), itemIds: batch.updates.map(({ id }) => id) };
      });
    });
  }

  async purge(end: Instant): Promise<number> {
    return purgeChunk(poolOf(this.dataSource), end);
  }
}
