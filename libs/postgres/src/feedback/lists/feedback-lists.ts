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
import type { FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';
import { attemptsOf, MAX_SCANNED } from './search-attempts.sql';
import { countUpToStatement } from './count-up-to.sql';
import { countWithin } from './count-within';
import { countByStatusStatement, countStatement } from './count.sql';
import { withTargets, type Query } from './found-targets';
import { isServedByOneIndex, pageStatement } from './list.sql';

/** From this offset on, a page scans more index entries than other reads. */
const DEEP_OFFSET = 1_000;

/** Time limits of `countUpTo`, in milliseconds. */
const COUNT_LIMITS = { each: 250, all: 3_000 };

/** Lists and counts of feedback in PostgreSQL. */
export class FeedbackLists {
  /**
   * @param maxScanned number of rows to scan before the next attempt
   * @param countLimits tests set them lower
   */
  constructor(
    private readonly scope: Pick<AccountScope, 'query' | 'transaction' | 'slowReads'>,
    private readonly maxScanned = MAX_SCANNED,
    private readonly countLimits = COUNT_LIMITS,
  ) {}

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const isIndexed = isServedByOneIndex(query);
    const read = () => (isIndexed ? this.page(accountId, query) : this.search(accountId, query));
    const isFast = isIndexed && query.offset < DEEP_OFFSET;
    const rows = await (isFast ? read() : this.scope.slowReads.run(accountId, read));
    return itemsOf((statement) => this.scope.query(accountId, statement), accountId, rows);
  }

  async count(accountId: string, filter: FeedbackFilter): Promise<number> {
    return this.slowly(accountId, async (query) => {
      const found = await withTargets(accountId, filter, query);
      return numberOf(await query(countStatement(accountId, found)));
    });
  }

  /** Counts one filter at a time, so that other slow reads of the account wait for one count at most. */
  async countUpTo(
    accountId: string,
    filters: readonly FeedbackFilter[],
    max: number,
  ): Promise<readonly (number | null)[]> {
    const { each, all } = this.countLimits;
    const end = performance.now() + all;
    const counts: (number | null)[] = [];
    for (const filter of filters) {
      const count = () =>
        countWithin(
          this.scope,
          accountId,
          async (query) => {
            const found = await withTargets(accountId, filter, query);
            return numberOf(await query(countUpToStatement(accountId, found, max)));
          },
          each,
        );
      counts.push(performance.now() < end ? await this.scope.slowReads.run(accountId, count) : null);
    }
    return counts;
  }

  async countByStatus(
    accountId: string,
    filter: StatuslessFilter = {},
  ): Promise<Readonly<Record<Status, number>>> {
    const { rows } = await this.slowly(accountId, async (query) =>
      query(countByStatusStatement(accountId, await withTargets(accountId, filter, query))),
    );
    const counts = new Map(rows as readonly [status: Status, n: string][]);
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
    return (await this.scope.slowReads.run(accountId, () => this.scope.query<R>(accountId, statement))).rows;
  }

  private slowly<T>(accountId: string, run: (query: Query) => Promise<T>): Promise<T> {
    return this.scope.slowReads.run(accountId, () => run(this.queryOf(accountId)));
  }

  private queryOf =
    (accountId: string): Query =>
    (statement) =>
      this.scope.query(accountId, statement);

  private async page(accountId: string, query: FeedbackQuery): Promise<readonly FeedbackRow[]> {
    return (await this.scope.query<FeedbackRow>(accountId, pageStatement(accountId, query))).rows;
  }

  private async search(accountId: string, query: FeedbackQuery): Promise<readonly FeedbackRow[]> {
    const found = await withTargets(accountId, query, this.queryOf(accountId));
    let attempts = attemptsOf(accountId, found, this.maxScanned);
    for (let attempt = attempts.shift(); attempt; attempt = attempts.shift()) {
      const page = attempt.pageOf((await this.scope.query(accountId, attempt.statement)).rows);
      if (page === 'last') attempts = attempts.slice(-1);
      else if (page) return page;
    }
    return [];
  }
}

const numberOf = ({ rows }: Awaited<ReturnType<Query>>): number => Number(rows[0]![0]);
