import { tooManyConcurrentRequests } from '@libs/accounts';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isUnusableAfter } from './outage';

/**
 * Runs work in one transaction on a connection of the pool. If it throws, rolls back and rethrows the error.
 * @param settings sets the scope of the transaction, after BEGIN
 * @param mode the transaction mode that follows BEGIN
 */
export async function inTransaction<T>(
  pool: Pool,
  settings: string | QueryConfig,
  work: (client: PoolClient) => Promise<T>,
  mode = '',
): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query(`BEGIN ${mode}`);
    await client.query(settings);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isUnusableAfter(error)) connectionError = error;
    else await client.query('ROLLBACK').catch((failure: Error) => (connectionError = failure));
    throw error;
  } finally {
    client.release(connectionError);
  }
}

const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** Maximum number of attempts, by SQLSTATE code. PostgreSQL looks for a deadlock after 1 second: 10 seconds in all. */
const DEADLOCKS: Readonly<Record<string, number>> = { [DEADLOCK_DETECTED]: 10 };
const LOCK_TIMEOUTS: Readonly<Record<string, number>> = { ...DEADLOCKS, [LOCK_NOT_AVAILABLE]: 50 };
const UNIQUE_VIOLATION = '23505';
const CONFLICTS: Readonly<Record<string, number>> = { ...LOCK_TIMEOUTS, [UNIQUE_VIOLATION]: 10 };

/**
 * Repeats a transaction that PostgreSQL ended because of a deadlock. An order of locks doesn't prevent all of them: the
 * lock of a row that is updated at the same time covers several versions of it, which FOR KEY SHARE and FOR UPDATE reach
 * in different orders.
 * @param work a transaction without other effects
 */
export const repeatedAfterDeadlock = <T>(work: () => Promise<T>): Promise<T> => repeated(work, DEADLOCKS);

/**
 * As `repeatedAfterDeadlock`, also after the `lock_timeout` that the transaction has set. With 200 ms, it waits 10 seconds
 * in all, as long as other requests wait for a row.
 * @throws DomainError `rate_limit` after 10 seconds (rate-limits.md 6)
 */
export const repeatedAfterLockTimeout = <T>(work: () => Promise<T>): Promise<T> =>
  repeatedWhileLocked(work, LOCK_TIMEOUTS);

/** As `repeatedAfterLockTimeout`, also after another request has stored a unique value that `work` has not found. */
export const repeatedAfterConflict = <T>(work: () => Promise<T>): Promise<T> =>
  repeatedWhileLocked(work, CONFLICTS);

const repeatedWhileLocked = <T>(
  work: () => Promise<T>,
  attemptsByCode: Readonly<Record<string, number>>,
): Promise<T> =>
  repeated(work, attemptsByCode).catch((error: unknown) => {
    throw codeOf(error) === LOCK_NOT_AVAILABLE ? tooManyConcurrentRequests() : error;
  });

async function repeated<T>(
  work: () => Promise<T>,
  attemptsByCode: Readonly<Record<string, number>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= (attemptsByCode[codeOf(error)] ?? 1)) throw error;
    }
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
