import {
  endOf,
  keyInUse,
  replayed,
  type BatchRevision,
  type Feedback,
  type IdempotencyRecord,
  type IdempotencyRepository,
  type KeptAnswer,
  type Once,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';
import { poolOf } from '../data-source';
import { toRow, type FeedbackRow } from './feedback.row';
import {
  addStatement,
  forgetStatement,
  keepStatement,
  lockStatement,
  lookStatement,
  type RecordRow,
} from './idempotency.sql';
import { purgeStretch } from './purge-records';
import { reviseAll } from './revise-all';

/** Whatever sends a statement: a connection of the pool's choice, or the one of a transaction. */
type Send = <R extends unknown[]>(statement: QueryArrayConfig) => Promise<QueryArrayResult<R>>;

/** Requests that happen once, in PostgreSQL: the record is written by the transaction that does what it remembers. */
export class TypeOrmIdempotencyRepository implements IdempotencyRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  /** One statement; what is known of the request is looked up only where it is not the first. */
  async add(item: Feedback, once: Once, answer: (item: Feedback) => string): Promise<KeptAnswer> {
    const { accountId, createdAt } = item;
    const send: Send = (statement) => this.scope.query(accountId, statement);
    const text = answer(item);
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
    once: Once,
    answer: (items: readonly (Feedback | null)[]) => string,
  ): Promise<KeptAnswer> {
    return this.scope.transaction(accountId, async (client) => {
      const send: Send = (statement) => client.query(statement);
      const { rows } = await send<[boolean]>(lockStatement(accountId, once));
      if (!rows[0]![0]) throw keyInUse();
      const record = await recordOf(send, accountId, once);
      if (record && counts(record, batch.at)) return replayed(record, once);
      const items = await reviseAll((statement) => send<FeedbackRow>(statement), accountId, batch);
      const text = answer(items);
      const ids = batch.updates.map(({ id }) => id);
      // Items are locked before records, as whoever removes an item does it: nobody deadlocks.
      if (record) await send(forgetStatement(accountId, once, endOf(batch.at)));
      await send(keepStatement(accountId, once, text, batch.at, ids));
      return { text, isReplay: false };
    });
  }

  async purge(end: Instant): Promise<number> {
    return purgeStretch(poolOf(this.dataSource), end);
  }
}

/** What is remembered of a request, also when its time is over. */
async function recordOf(send: Send, accountId: string, once: Once): Promise<IdempotencyRecord | null> {
  const { rows } = await send<RecordRow>(lookStatement(accountId, once));
  if (!rows[0]) return null;
  const [fingerprint, answer, createdAt] = rows[0];
  return { ...once, fingerprint, answer, createdAt };
}

const counts = ({ createdAt }: IdempotencyRecord, now: Instant): boolean => createdAt > endOf(now);
