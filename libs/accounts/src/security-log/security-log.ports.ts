import type { SecurityEvent } from '@libs/kernel';

/**
 * Stores the security log. Repositories that change an account also write to it, in the transaction of the change. The
 * log is deleted with its account.
 */
export interface SecurityLogRepository {
  /** Stores an event that has no change, for example an export. */
  add(event: SecurityEvent): Promise<void>;
  /** Stores an event, unless the account has `max` events of its type that are newer than `since`. */
  addUpTo(max: number, since: Date, event: SecurityEvent): Promise<void>;
  /**
   * Returns at most `query.limit + 1` events, newest first. A malformed account ID has none.
   * @param query `before`: only events older than the one with this ID
   */
  list(accountId: string, query: SecurityLogQuery): Promise<readonly SecurityEvent[]>;
  /** Deletes some events of all accounts that are older than `end`, and returns their number; 0 if none are left. */
  removeBefore(end: Date): Promise<number>;
}

export interface SecurityLogQuery {
  readonly before?: string | undefined;
  readonly limit: number;
}
