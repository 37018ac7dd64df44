import {
  STATUSES,
  type ChangesQuery,
  type Feedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type ItemLists,
  type ListedChange,
  type Status,
  type StatusCounts,
  type StatuslessFilter,
} from '@libs/feedback';
import type { AccountScope } from '../../connection/account-scope';
import type { ReadScope } from '../../replicas/read-scope';
import type { FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';
import { changesStatement, deletedOf, type ChangedRow } from './changes.sql';
import { attemptsOf, MAX_SCANNED } from './search-attempts.sql';
import { countByStatusUpToStatement, countUpToStatement } from './count-up-to.sql';
import { countWithin } from './count-within';
import { countByStatusStatement, countStatement } from './count.sql';
import { withTargets, type Query } from './found-targets';
import { isServedByOneIndex, pageStatement, planOf } from './list.sql';

/** From this offset on, a page scans more index entries than other reads. */
const DEEP_OFFSET = 1_000;

/** Time limits of `countUpTo`, in milliseconds. */
const COUNT_LIMITS = { each: 250, all: 3_000 };

type Scope = Pick<AccountScope, 'query' | 'transaction' | 'slowReads'>;

/** Lists and counts items in PostgreSQL. */
export class PostgresItemLists implements ItemLists {
  /**
   * @param maxScanned number of rows that a search scans before it tries an index; tests set it lower
   * @param countLimits tests set them lower
   */
  constructor(
    private readonly reads: Pick<ReadScope, 'run'>,
    private readonly maxScanned = MAX_SCANNED,
    private readonly countLimits = COUNT_LIMITS,
  ) {}

  list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    return this.reads.run(accountId, async (scope) => {
      const isIndexed = isServedByOneIndex(query);
      const read = () => (isIndexed ? pageOf(scope, accountId, query) : this.search(scope, accountId, query));
      const isFast = isIndexed && query.offset < DEEP_OFFSET;
      const rows = await (isFast ? read() : scope.slowReads.run(accountId, read));
      return itemsOf((statement) => scope.query(accountId, statement), accountId, rows);
    });
  }

  listChanges(accountId: string, query: ChangesQuery): Promise<readonly ListedChange[]> {
    return this.reads.run(accountId, async (scope) => {
      const send = () => scope.query<ChangedRow>(accountId, changesStatement(accountId, query));
      // No index in this order has the merged items.
      const { rows } = await (query.merged === 'only' ? scope.slowReads.run(accountId, send) : send());
      const found = rows.filter(([, , isDeleted]) => !isDeleted).map(([, , , , ...row]) => row);
      const items = await itemsOf((statement) => scope.query(accountId, statement), accountId, found);
      const byId = new Map(items.map((item) => [item.id, item]));
      return rows.map((row) => {
        const [micros, id, isDeleted] = row;
        const position = { id, key: micros };
        return isDeleted ? { position, deleted: deletedOf(row) } : { position, item: byId.get(id)! };
      });
    });
  }

  count(accountId: string, filter: FeedbackFilter = {}): Promise<number> {
    return this.slowly(accountId, async (query) => {
      const found = await withTargets(accountId, filter, query);
      return numberOf(await query(countStatement(accountId, found)));
    });
  }

  /** Counts one filter at a time, so that other slow reads of the account wait for one count at most. */
  countUpTo(
    accountId: string,
    filters: readonly FeedbackFilter[],
    max: number,
  ): Promise<readonly (number | null)[]> {
    return this.reads.run(accountId, async (scope) => {
      const { each, all } = this.countLimits;
      const end = performance.now() + all;
      const counts: (number | null)[] = [];
      for (const filter of filters) {
        const countOne = async (query: Query) => {
          const found = await withTargets(accountId, filter, query);
          return numberOf(await query(countUpToStatement(accountId, found, max)));
        };
        const count = () => countWithin(scope, accountId, countOne, each);
        counts.push(performance.now() < end ? await scope.slowReads.run(accountId, count) : null);
      }
      return counts;
    });
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

  async countByStatusUpTo(accountId: string, filter: StatuslessFilter, max: number): Promise<StatusCounts> {
    const { rows } = await this.slowly(accountId, async (query) =>
      query(countByStatusUpToStatement(accountId, await withTargets(accountId, filter, query), max)),
    );
    const found = rows as readonly [status: Status, n: string, isMore: boolean][];
    const counts = Object.fromEntries(found.map(([status, n]) => [status, Number(n)]));
    return {
      counts: counts as Record<Status, number>,
      atLeast: STATUSES.filter((status) => found.some(([one, , isMore]) => one === status && isMore)),
    };
  }

  private slowly<T>(accountId: string, run: (query: Query) => Promise<T>): Promise<T> {
    return this.reads.run(accountId, (scope) =>
      scope.slowReads.run(accountId, () => run((statement) => scope.query(accountId, statement))),
    );
  }

  private async search(
    scope: Scope,
    accountId: string,
    query: FeedbackQuery,
  ): Promise<readonly FeedbackRow[]> {
    const found = await withTargets(accountId, query, (statement) => scope.query(accountId, statement));
    let attempts = attemptsOf(accountId, found, this.maxScanned);
    for (let attempt = attempts.shift(); attempt; attempt = attempts.shift()) {
      const page = attempt.pageOf((await scope.query(accountId, attempt.statement)).rows);
      if (page === 'last') attempts = attempts.slice(-1);
      else if (page) return page;
    }
    return [];
  }
}

async function pageOf(
  scope: Scope,
  accountId: string,
  query: FeedbackQuery,
): Promise<readonly FeedbackRow[]> {
  const statement = pageStatement(accountId, query);
  return (await scope.query<FeedbackRow>(accountId, statement, undefined, planOf(query))).rows;
}

const numberOf = ({ rows }: Awaited<ReturnType<Query>>): number => Number(rows[0]![0]);
