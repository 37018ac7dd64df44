import {
  assertVersion,
  isFeedbackId,
  revised,
  STATUSES,
  type BatchRevision,
  type ExpectedVersion,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type FeedbackRepository,
  type Revision,
  type Status,
} from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../account-scope';
import { poolOf } from '../data-source';
import { fromRow, rowsOf, toRow, type FeedbackRow } from './feedback.row';
import { countByStatusStatement, countStatement, pageStatement } from './feedback-list.sql';
import { deleteStatement, INSERT, reviseStatement, SELECT_ALL, SELECT_ONE } from './feedback.sql';
import { removeInStretches, removeRecords } from './remove-in-stretches';
import { inOrderOf, reviseAll } from './revise-all';
import { Turns } from './turns';

/** Others wait: a search may take as long as a statement may, and keeps a connection busy. */
const SEARCHES_PER_ACCOUNT = 2;

/** Feedback in PostgreSQL: fixed SQL, one statement a request, the account in every WHERE. */
export class TypeOrmFeedbackRepository implements FeedbackRepository {
  private readonly scope: AccountScope;
  private readonly searches: Turns;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
    this.searches = new Turns(Math.floor(poolOf(dataSource).options.max / 2), SEARCHES_PER_ACCOUNT);
  }

  async add(item: Feedback): Promise<void> {
    await this.scope.query(item.accountId, rowsOf(INSERT, toRow(item)));
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const page = () => this.scope.query<FeedbackRow>(accountId, pageStatement(accountId, query));
    const { rows } = await (query.q === undefined ? page() : this.searches.inTurn(accountId, page));
    return rows.map((row) => fromRow(accountId, row));
  }

  async count(accountId: string, filter: FeedbackFilter = {}): Promise<number> {
    const count = () => this.scope.query<[n: string]>(accountId, countStatement(accountId, filter));
    const { rows } = await (filter.q === undefined ? count() : this.searches.inTurn(accountId, count));
    return Number(rows[0]![0]);
  }

  async countByStatus(accountId: string, q?: string): Promise<Readonly<Record<Status, number>>> {
    const statement = countByStatusStatement(accountId, q);
    const count = () => this.scope.query<[status: Status, n: string]>(accountId, statement);
    const { rows } = await (q === undefined ? count() : this.searches.inTurn(accountId, count));
    const counts = new Map(rows);
    return Object.fromEntries(STATUSES.map((status) => [status, Number(counts.get(status) ?? 0)])) as Record<
      Status,
      number
    >;
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    if (!isFeedbackId(id)) return null;
    const { rows } = await this.scope.query<FeedbackRow>(accountId, rowsOf(SELECT_ONE, [accountId, id]));
    return rows[0] ? fromRow(accountId, rows[0]) : null;
  }

  async findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]> {
    const statement = rowsOf(SELECT_ALL, [accountId, ids.filter(isFeedbackId)]);
    const { rows } = await this.scope.query<FeedbackRow>(accountId, statement);
    return inOrderOf(ids, accountId, rows);
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

  async reviseAll(accountId: string, batch: BatchRevision): Promise<readonly (Feedback | null)[]> {
    return reviseAll((statement) => this.scope.query<FeedbackRow>(accountId, statement), accountId, batch);
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

  async removeAll(accountId: string): Promise<void> {
    await removeInStretches(this.scope, accountId, 'feedback');
    await removeRecords(this.scope, accountId);
  }
}
