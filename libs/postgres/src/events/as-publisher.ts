import type { Pool, PoolClient } from 'pg';
import { NO_JIT } from '../connection/no-jit';
import { inTransaction, repeatedAfterDeadlock } from '../connection/transaction';
import { AS_PUBLISHER } from '../connection/settings';

/**
 * PostgreSQL 18 (seen in 18.4) crashes if a statement waits for a row that another transaction changes, and then looks
 * for the partition of a position: the check of the changed row replaces the state of that search and frees it. So these
 * statements search all partitions, which takes at most 4 % longer.
 */
export const ALL_PARTITIONS = `set_config('enable_partition_pruning', 'off', true)`;
/**
 * Not set to any account: during the transaction, the connection can access the changes and events of all accounts. The
 * time limits end the transaction, and free its locks, if this process stops or vanishes in between.
 */
const SETTINGS = `SELECT ${AS_PUBLISHER},
  set_config('statement_timeout', '10s', true), set_config('idle_in_transaction_session_timeout', '10s', true), ${NO_JIT},
  ${ALL_PARTITIONS}`;
/** Commits without waiting for the disk. */
const FAST_SETTINGS = `${SETTINGS}, set_config('synchronous_commit', 'off', true)`;

/**
 * Runs work on the event log of all accounts in one transaction, again after a deadlock. If it throws, rolls back and
 * rethrows the error.
 */
export const asPublisher = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  repeatedAfterDeadlock(() => inTransaction(pool, SETTINGS, work));

/** As `asPublisher`, for work that can be repeated if the database server fails right after it. */
export const asWorker = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  repeatedAfterDeadlock(() => inTransaction(pool, FAST_SETTINGS, work));
