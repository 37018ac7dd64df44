import type { DailyRequests } from './api-usage';

/** Stores how many requests each API key made per day. Deleted with the key. */
export interface ApiUsageRepository {
  /**
   * Adds to the stored numbers, also to those of other instances, all or none. Ignores keys that don't exist.
   * @param requests at most one entry per key and day
   */
  add(requests: readonly DailyRequests[]): Promise<void>;
  /**
   * Returns the numbers of the account's keys from the day `first` on, by key and day, without days without requests. A
   * malformed account ID has none.
   */
  list(accountId: string, first: string): Promise<readonly DailyRequests[]>;
  /** Deletes some numbers of days before `first`, of all keys, and returns how many; 0 if none are left. */
  removeBefore(first: string): Promise<number>;
}
