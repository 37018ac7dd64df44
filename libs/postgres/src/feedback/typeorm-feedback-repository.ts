import {
  feedbackId,
  type Feedback,
  type FeedbackQuery,
  type FeedbackRepository,
  type Status,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';
import { fromRow, rows, toRow, type FeedbackRow } from './feedback.row';
import { DELETE, INSERT, SELECT_ONE, UPDATE, countSql, pageSql } from './feedback.sql';

/** Feedback in PostgreSQL: fixed SQL, one statement a request, the account in every WHERE. */
export class TypeOrmFeedbackRepository implements FeedbackRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(item: Feedback): Promise<void> {
    await this.scope.run(item.accountId, (client) => client.query(INSERT, toRow(item)));
  }

  list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const { text, values } = pageSql(accountId, query);
    return this.scope.run(accountId, async (client) => {
      const result = await client.query<FeedbackRow>(rows(text, values));
      return result.rows.map((row) => fromRow(accountId, row));
    });
  }

  count(accountId: string, status?: Status): Promise<number> {
    const { text, values } = countSql(accountId, status);
    return this.scope.run(accountId, async (client) => {
      const { rows } = await client.query<{ n: string }>(text, values);
      return Number(rows[0]!.n);
    });
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    if (!feedbackId(id)) return null;
    return this.scope.run(accountId, (client) => selectOne(client, accountId, id));
  }

  /**
   * Two statements, no transaction: the UPDATE names the version it read, so a writer in between makes it miss,
   * and the loop reads again. Every turn of it means that somebody else's write got through.
   */
  async revise(
    accountId: string,
    id: string,
    change: (current: Feedback) => Feedback,
  ): Promise<Feedback | null> {
    if (!feedbackId(id)) return null;
    return this.scope.run(accountId, async (client) => {
      for (;;) {
        const current = await selectOne(client, accountId, id);
        if (!current) return null;
        const next = change(current);
        if (next === current) return current;
        const { rowCount } = await client.query(UPDATE, [...toRow(next), current.version]);
        if (rowCount === 1) return next;
      }
    });
  }

  async remove(accountId: string, id: string, allow?: (current: Feedback) => void): Promise<boolean> {
    if (!feedbackId(id)) return false;
    return this.scope.run(accountId, async (client) => {
      for (;;) {
        const current = allow ? await selectOne(client, accountId, id) : null;
        if (allow && !current) return false;
        if (current) allow?.(current);
        const { rowCount } = await client.query(DELETE, [accountId, id, current?.version ?? null]);
        if (rowCount === 1) return true;
        if (!allow) return false;
      }
    });
  }
}

async function selectOne(client: PoolClient, accountId: string, id: string): Promise<Feedback | null> {
  const result = await client.query<FeedbackRow>(rows(SELECT_ONE, [accountId, id]));
  const row = result.rows[0];
  return row ? fromRow(accountId, row) : null;
}
