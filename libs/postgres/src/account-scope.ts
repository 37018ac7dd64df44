import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './data-source';
import { isOutage } from './outage';

const SET_ACCOUNT = `SELECT set_config('app.account_id', $1, false)`;

/** The account a connection was last lent out for; the setting belongs to the connection, whoever lends it. */
const accountOf = new WeakMap<PoolClient, string>();

/**
 * The second wall between accounts (API.md 1.8): row-level security shows a connection only the rows of the
 * account it was lent out for, so that a statement without its WHERE finds nothing instead of everything.
 * Only a change of account costs a statement.
 */
export class AccountScope {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
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
      this.pool.connect((unreachable, client, release) => {
        if (unreachable || !client) return reject(unreachable ?? new Error('Connection terminated'));
        enter(client, accountId, (stranded) => {
          if (stranded) {
            release(stranded);
            return reject(stranded);
          }
          client.query(statement, (failure, result) => {
            // A connection that did not answer may still be busy: the pool must not lend it again.
            release(isOutage(failure) ? failure : undefined);
            if (failure) reject(failure);
            else resolve(result);
          });
        });
      });
    });
  }

  /**
   * Several statements in the name of one account, all or none; what `work` throws undoes them and is thrown on.
   * The client is lent for as long as `work` takes: whoever may take long counts its own turns.
   * @param mode as in `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`, without its BEGIN
   */
  async transaction<T>(accountId: string, work: (client: PoolClient) => Promise<T>, mode = ''): Promise<T> {
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
