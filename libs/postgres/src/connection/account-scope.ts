import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { poolOf } from './data-source';
import { lendTo } from './observe-responses';
import { isUnusableAfter } from './outage';
import { poolShares } from './pool-shares';
import { ScopedQuery, setScope, type Author, type Plan, type Settings } from './scoped-query';
import { inTransaction } from './transaction';

/** One limiter per pool, shared by all repositories. */
const limiters = new WeakMap<Pool, ConcurrencyLimiter>();

export function limiterOf(pool: Pool): ConcurrencyLimiter {
  let limiter = limiters.get(pool);
  if (!limiter) {
    const { accounts, perAccount } = poolShares(pool.options.max);
    limiters.set(pool, (limiter = new ConcurrencyLimiter(accounts, perAccount)));
  }
  return limiter;
}

/** One limiter per pool, for reads whose time grows with the account. */
const slowReadLimiters = new WeakMap<Pool, ConcurrencyLimiter>();

function slowReadsOf(pool: Pool): ConcurrencyLimiter {
  let limiter = slowReadLimiters.get(pool);
  if (!limiter) {
    const { slowReads, slowReadsPerAccount } = poolShares(pool.options.max);
    slowReadLimiters.set(pool, (limiter = new ConcurrencyLimiter(slowReads, slowReadsPerAccount)));
  }
  return limiter;
}

/** Runs work within the account's share of the pool, for tables without row-level security. */
export const withinShare = <T>(
  dataSource: DataSource,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> => limiterOf(poolOf(dataSource)).run(accountId, work);

export interface TransactionOptions {
  /** The transaction mode that follows BEGIN, for example `ISOLATION LEVEL REPEATABLE READ READ ONLY`. */
  readonly mode?: string;
  /** Excludes the transaction from the account's share of the pool. The caller limits how many of these run. */
  readonly isLong?: boolean;
  /** Who changes items. */
  readonly by?: Author;
}

/**
 * The second line of defense between accounts (items.md 9). With row-level security, a transaction can access only rows
 * of the account that it is set to, so a statement without its WHERE can't return rows of other accounts. The setting
 * ends with the transaction, so connections can come from a pooler such as PgBouncer.
 *
 * An account uses at most half of the pool (`poolShares`). Its other statements wait in its own queue, so a burst of
 * one account doesn't delay other accounts.
 */
export class AccountScope {
  private readonly pool: Pool;
  private readonly limiter: ConcurrencyLimiter;
  /** Limits reads whose time grows with the account: searches, counts, and deep pages. They can take seconds. */
  readonly slowReads: ConcurrencyLimiter;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
    this.limiter = limiterOf(this.pool);
    this.slowReads = slowReadsOf(this.pool);
  }

  /**
   * Runs one statement for an account. Rejects with the driver's error.
   * @param by who changes items, if the statement does
   *
   * Uses callbacks instead of `await pool.connect()`: with promises, the rows of each request move to the old
   * generation (13 KB per page of 20, by --trace-gc), and collecting them there takes a sixth of the process's time.
   */
  query<R extends unknown[]>(
    accountId: string,
    statement: QueryArrayConfig,
    by?: Author,
    plan?: Plan,
  ): Promise<QueryArrayResult<R>>;
  query(accountId: string, statement: QueryConfig, by?: Author): Promise<QueryResult>;
  query(accountId: string, statement: QueryConfig, by?: Author, plan?: Plan): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (failure: Error | null | undefined, result?: unknown) => {
        this.limiter.leave(accountId);
        if (failure) reject(failure);
        else resolve(result);
      };
      const start = () =>
        this.pool.connect((unreachable, client, release) => {
          if (unreachable || !client) return settle(unreachable ?? new Error('Connection terminated'));
          const done = (failure: Error | null | undefined, result?: unknown) => {
            release(isUnusableAfter(failure) ? failure : undefined);
            settle(failure, result);
          };
          lendTo(client, accountId);
          client.query(new ScopedQuery(this.settings(accountId, by, plan), statement, done));
        });
      this.limiter.enter(accountId, start, reject);
    });
  }

  /**
   * Runs several statements for an account in one transaction. If `work` throws, rolls back and rethrows the error.
   */
  transaction<T>(
    accountId: string,
    work: (client: PoolClient) => Promise<T>,
    { mode = '', isLong = false, by }: TransactionOptions = {},
  ): Promise<T> {
    const settings = this.settings(accountId, by);
    if (!isLong) {
      const lent = (client: PoolClient) => {
        lendTo(client, accountId);
        return work(client);
      };
      return this.limiter.run(accountId, () => inTransaction(this.pool, settings, lent, mode));
    }
    this.limiter.reserve();
    return inTransaction(this.pool, settings, work, mode).finally(() => this.limiter.release());
  }

  /** Returns the statement that sets the scope. Every connection of the pool has run it once. */
  protected settings(accountId: string, by?: Author, plan?: Plan): Settings {
    return setScope(accountId, by, plan);
  }
}
