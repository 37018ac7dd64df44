import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { poolOf } from './data-source';
import { isOutage } from './outage';
import { poolShares } from './pool-shares';

const SET_ACCOUNT = `SELECT set_config('app.account_id', $1, false)`;

/** The account a connection was last lent out for; the setting belongs to the connection, whoever lends it. */
const accountOf = new WeakMap<PoolClient, string>();

/** One per pool, whoever uses it. */
const limiters = new WeakMap<Pool, ConcurrencyLimiter>();

function limiterOf(pool: Pool): ConcurrencyLimiter {
  let limiter = limiters.get(pool);
  if (!limiter) {
    const { accounts, perAccount } = poolShares(pool.options.max);
    limiters.set(pool, (limiter = new ConcurrencyLimiter(accounts, perAccount)));
  }
  return limiter;
}

/** Runs work that uses a connection within the account's share of the pool, for what row-level security does not cover. */
export const withinShare = <T>(
  dataSource: DataSource,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> => limiterOf(poolOf(dataSource)).run(accountId, work);

/** How a transaction runs. */
export interface TransactionOptions {
  /** As in `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`, without its BEGIN. */
  readonly mode?: string;
  /** Not counted in the account's share of the pool: the caller limits how many such transactions run. */
  readonly isLong?: boolean;
}

/**
 * The second wall between accounts (items.md 9): row-level security shows a connection only the rows of the
 * account it was lent out for, so that a statement without its WHERE finds nothing instead of everything.
 * Only a change of account costs a statement.
 *
 * An account uses at most half of the pool (`poolShares`). Its other statements wait in a queue of its own, so a burst
 * of one account delays no other account.
 */
export class AccountScope {
  private readonly pool: Pool;
  private readonly limiter: ConcurrencyLimiter;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
    this.limiter = limiterOf(this.pool);
  }

  /**
   * One statement in the name of one account; rejects with the driver's error.
   *
   * Callbacks, and not `await pool.connect()`: with promises each request's rows outlive it into the old generation
   * (13 KB a page of 20, by --trace-gc), and collecting them there costs a sixth of the process's time.
   */
  query<R extends unknown[]>(accountId: string, statement: QueryArrayConfig): Promise<QueryArrayResult<R>>;
  query(accountId: string, statement: QueryConfig): Promise<QueryResult>;
  query(accountId: string, statement: QueryConfig): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (failure: Error | null | undefined, result?: unknown) => {
        this.limiter.leave(accountId);
        if (failure) reject(failure);
        else resolve(result);
      };
      const start = () =>
        this.pool.connect((unreachable, client, release) => {
          if (unreachable || !client) return settle(unreachable ?? new Error('Connection terminated'));
          enter(client, accountId, (stranded) => {
            if (stranded) {
              release(stranded);
              return settle(stranded);
            }
            client.query(statement, (failure, result) => {
              // A connection that did not answer may still be busy: the pool must not lend it again.
              release(isOutage(failure) ? failure : undefined);
              settle(failure, result);
            });
          });
        });
      this.limiter.enter(accountId, start, reject);
    });
  }

  /**
   * Several statements in the name of one account, all or none; what `work` throws undoes them and is thrown on.
   */
  transaction<T>(
    accountId: string,
    work: (client: PoolClient) => Promise<T>,
    { mode = '', isLong = false }: TransactionOptions = {},
  ): Promise<T> {
    const task = () => this.inTransaction(accountId, work, mode);
    if (!isLong) return this.limiter.run(accountId, task);
    this.limiter.reserve();
    return task().finally(() => this.limiter.release());
  }

  private async inTransaction<T>(
    accountId: string,
    work: (client: PoolClient) => Promise<T>,
    mode: string,
  ): Promise<T> {
    const client = await this.pool.connect();
    let stranded: Error | undefined;
    try {
      await new Promise<void>((resolve, reject) =>
        enter(client, accountId, (failure) => (failure ? reject(failure) : resolve())),
      );
      await client.query(`BEGIN ${mode}`);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isOutage(error)) stranded = error;
      else await client.query('ROLLBACK').catch((failure: Error) => (stranded = failure));
      throw error;
    } finally {
      client.release(stranded);
    }
  }
}

function enter(client: PoolClient, accountId: string, next: (stranded?: Error) => void): void {
  if (accountOf.get(client) === accountId) return next();
  accountOf.delete(client);
  client.query(SET_ACCOUNT, [accountId], (failure) => {
    if (!failure) accountOf.set(client, accountId);
    next(failure);
  });
}
