import {
  STATUSES,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type Status,
  type StatuslessFilter,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import type { AccountScope } from '../../connection/account-scope';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';
import { poolShares } from '../../connection/pool-shares';
import { fromRow, type FeedbackRow } from '../items/feedback.schema';
import { attemptsOf, MAX_SCANNED } from './search-attempts.sql';
import { countByStatusStatement, countStatement, isServedByOneIndex, pageStatement } from './list.sql';

/** From this offset on, a page scans more index entries than other reads. */
const DEEP_OFFSET = 1_000;

/** Lists and counts of feedback in PostgreSQL. */
export class FeedbackLists {
  /** Limits reads whose time grows with the account: searches, counts, statistics, and deep pages. They can take seconds. */
  private readonly slowReads: ConcurrencyLimiter;

  /**
   * @param connections pool size of the scope
   * @param maxScanned number of rows to scan before the next attempt
   */
  constructor(
    private readonly scope: AccountScope,
    connections: number,
    private readonly maxScanned = MAX_SCANNED,
  ) {
    const { slowReads, slowReadsPerAccount } = poolShares(connections);
    this.slowReads = new ConcurrencyLimiter(slowReads, slowReadsPerAccount);
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const isIndexed = isServedByOneIndex(query);
    const read = () => (isIndexed ? this.page(accountId, query) : this.search(accountId, query));
    const isFast = isIndexed && query.offset < DEEP_OFFSET;
    const rows = await (isFast ? read() : this.slowReads.run(accountId, read));
    return rows.map((row) => fromRow(accountId, row));
  }

  async count(accountId: string, filter: FeedbackFilter): Promise<number> {
    const statement = countStatement(accountId, filter);
    const count = () => this.scope.query<[n: string]>(accountId, statement);
    const { rows } = await this.slowReads.run(accountId, count);
    return Number(rows[0]![0]);
  }

  async countByStatus(
    accountId: string,
    filter?: StatuslessFilter,
  ): Promise<Readonly<Record<Status, number>>> {
    const statement = countByStatusStatement(accountId, filter);
    const count = () => this.scope.query<[status: Status, n: string]>(accountId, statement);
    const counts = new Map((await this.slowReads.run(accountId, count)).rows);
    return Object.fromEntries(STATUSES.map((status) => [status, Number(counts.get(status) ?? 0)])) as Record<
      Status,
      number
    >;
  }

  /** Runs a statement that counts many items or changes, for statistics. */
  async aggregate<R extends unknown[]>(
    accountId: string,
    statement: QueryArrayConfig,
  ): Promise<readonly R[]> {
    return (await this.slowReads.run(accountId, () => this.scope.query<R>(accountId, statement))).rows;
  }

  private async page(accountId: string, query: FeedbackQuery): Promise<readonly FeedbackRow[]> {
    return (await this.scope.query<FeedbackRow>(accountId, pageStatement(accountId, query))).rows;
  }

  private async search(accountId: string, query: FeedbackQuery): Promise<readonly FeedbackRow[]> {
    for (const { statement, pageOf } of attemptsOf(accountId, query, this.maxScanned)) {
      const page = pageOf((await this.scope.query(accountId, statement)).rows);
      if (page) return page;
    }
    return [];
  }
}
