import {
  STATUSES,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type Status,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import type { AccountScope } from '../account-scope';
import { fromRow, type FeedbackRow } from './feedback.row';
import { attemptsOf, WALK } from './feedback-attempts.sql';
import {
  countByStatusStatement,
  countStatement,
  isSearch,
  isServedByOneIndex,
  pageStatement,
} from './feedback-list.sql';
import { poolShares } from './pool-shares';
import { Turns } from './turns';

const SEARCHES_PER_ACCOUNT = 2;

/** The reading side of feedback in PostgreSQL: lists and counts. */
export class FeedbackLists {
  /** Others wait: what no index serves may take as long as a statement may, and keeps a connection busy. */
  private readonly searches: Turns;

  /**
   * @param connections how many the scope has
   * @param walked how many rows an order is walked before something else is tried
   */
  constructor(
    private readonly scope: AccountScope,
    connections: number,
    private readonly walked = WALK,
  ) {
    this.searches = new Turns(poolShares(connections).searches, SEARCHES_PER_ACCOUNT);
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const rows = isServedByOneIndex(query)
      ? (await this.scope.query<FeedbackRow>(accountId, pageStatement(accountId, query))).rows
      : await this.searches.inTurn(accountId, () => this.search(accountId, query));
    return rows.map((row) => fromRow(accountId, row));
  }

  async count(accountId: string, filter: FeedbackFilter): Promise<number> {
    const statement = countStatement(accountId, filter);
    const rows = await this.counted<[n: string]>(accountId, filter.q, statement);
    return Number(rows[0]![0]);
  }

  async countByStatus(accountId: string, q?: string): Promise<Readonly<Record<Status, number>>> {
    const statement = countByStatusStatement(accountId, q);
    const counts = new Map(await this.counted<[status: Status, n: string]>(accountId, q, statement));
    return Object.fromEntries(STATUSES.map((status) => [status, Number(counts.get(status) ?? 0)])) as Record<
      Status,
      number
    >;
  }

  private async search(accountId: string, query: FeedbackQuery): Promise<readonly FeedbackRow[]> {
    for (const { statement, pageOf } of attemptsOf(accountId, query, this.walked)) {
      const page = pageOf((await this.scope.query(accountId, statement)).rows);
      if (page) return page;
    }
    return [];
  }

  private async counted<R extends unknown[]>(
    accountId: string,
    q: string | undefined,
    statement: QueryArrayConfig,
  ): Promise<R[]> {
    const count = () => this.scope.query<R>(accountId, statement);
    return (await (isSearch({ q }) ? this.searches.inTurn(accountId, count) : count())).rows;
  }
}
