import {
  assertVersion,
  isFeedbackId,
  revised,
  type ExpectedVersion,
  type Feedback,
  type FeedbackQuery,
  type FeedbackRepository,
  type Revision,
  type Status,
} from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';
import { fromRow, rowsOf, toRow, type FeedbackRow } from './feedback.row';
import {
  countStatement,
  deleteStatement,
  INSERT,
  pageStatement,
  reviseStatement,
  SELECT_ONE,
} from './feedback.sql';

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

  /** One statement. When it hits nothing, a second look says why; if it should have hit, somebody came between. */
  async revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null> {
    if (!isFeedbackId(id)) return null;
    for (;;) {
      const statement = reviseStatement(accountId, id, revision);
      const { rows } = await this.scope.query<FeedbackRow>(accountId, statement);
      if (rows[0]) return fromRow(accountId, rows[0]);
      const current = await this.find(accountId, id);
      if (!current || revised(current, revision) === current) return current;
    }
  }

  async remove(accountId: string, id: string, expected: ExpectedVersion): Promise<boolean> {
    if (!isFeedbackId(id)) return false;
    for (;;) {
      const { rowCount } = await this.scope.query(accountId, deleteStatement(accountId, id, expected));
      if (rowCount === 1) return true;
      const current = expected === 'any' ? null : await this.find(accountId, id);
      if (!current) return false;
      assertVersion(current, expected);
    }
  }
}
