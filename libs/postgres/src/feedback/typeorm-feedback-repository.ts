import {
  isFeedbackId,
  type Feedback,
  type FeedbackQuery,
  type FeedbackRepository,
  type Status,
} from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';
import { fromRow, rowsOf, toRow, type FeedbackRow } from './feedback.row';
import { countStatement, DELETE, INSERT, pageStatement, SELECT_ONE, UPDATE } from './feedback.sql';

/** Feedback in PostgreSQL: fixed SQL, one statement a request, the account in every WHERE. */
export class TypeOrmFeedbackRepository implements FeedbackRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(item: Feedback): Promise<void> {
    await this.scope.query(item.accountId, rowsOf(INSERT, toRow(item)));
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const { rows } = await this.scope.query<FeedbackRow>(accountId, pageStatement(accountId, query));
    return rows.map((row) => fromRow(accountId, row));
  }

  async count(accountId: string, status?: Status): Promise<number> {
    const { rows } = await this.scope.query<[n: string]>(accountId, countStatement(accountId, status));
    return Number(rows[0]![0]);
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    if (!isFeedbackId(id)) return null;
    const { rows } = await this.scope.query<FeedbackRow>(accountId, rowsOf(SELECT_ONE, [accountId, id]));
    return rows[0] ? fromRow(accountId, rows[0]) : null;
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
    for (;;) {
      const current = await this.find(accountId, id);
      if (!current) return null;
      const next = change(current);
      if (next === current) return current;
      const written = await this.scope.query(accountId, rowsOf(UPDATE, [...toRow(next), current.version]));
      if (written.rowCount === 1) return next;
    }
  }

  async remove(accountId: string, id: string, allow?: (current: Feedback) => void): Promise<boolean> {
    if (!isFeedbackId(id)) return false;
    for (;;) {
      const current = allow ? await this.find(accountId, id) : null;
      if (allow && !current) return false;
      if (current) allow?.(current);
      const version = current?.version ?? null;
      const removed = await this.scope.query(accountId, rowsOf(DELETE, [accountId, id, version]));
      if (removed.rowCount === 1) return true;
      if (!allow) return false;
    }
  }
}
