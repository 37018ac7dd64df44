import {
  endOf,
  keyInUse,
  replayed,
  type BatchRevision,
  type Feedback,
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
      const known = await remembered(send, accountId, once, createdAt);
      if (known) return known;
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
      const known = await remembered(send, accountId, once, batch.at);
      if (known) return known;
      const items = await reviseAll((statement) => send<FeedbackRow>(statement), accountId, batch);
      const text = answer(items);
      const ids = batch.updates.map(({ id }) => id);
      await send(keepStatement(accountId, once, text, batch.at, ids));
      return { text, isReplay: false };
    });
  }

  async purge(end: Instant): Promise<number> {
    return purgeStretch(poolOf(this.dataSource), end);
  }
}

/** What a request was answered; null, and no record left, when it is new or its time is over. */
async function remembered(
  send: Send,
  accountId: string,
  once: Once,
  now: Instant,
): Promise<KeptAnswer | null> {
  const { rows } = await send<RecordRow>(lookStatement(accountId, once));
  if (!rows[0]) return null;
  const [fingerprint, answer, createdAt] = rows[0];
  if (createdAt > endOf(now)) return replayed({ ...once, fingerprint, answer, createdAt }, once);
  await send(forgetStatement(accountId, once, endOf(now)));
  return null;
}
