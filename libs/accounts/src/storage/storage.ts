import type { Plan } from '../limits';

/** Bytes that an account can store, by plan; null without a limit (storage.md 1). */
export type StorageLimits = Readonly<Record<Plan, number | null>>;

/** How much an account has stored, and can store. */
export interface StorageUsage {
  readonly usedBytes: number;
  /** Null without a limit. */
  readonly limitBytes: number | null;
}

/** A claim to count an account. */
export interface StorageClaim {
  readonly accountId: string;
  /** Bytes added before the count, which it includes. A string, because of its size. */
  readonly added: string;
}

/** How much accounts have stored. Its only adapter is in PostgreSQL, which request handlers must not import. */
export interface AccountStorage {
  /** Returns bytes; 0 if the account was not counted yet, or there is none. */
  read(accountId: string): Promise<number>;
}
