/** How much an account has stored, and may store (operator.md 15). */
export interface StorageUsage {
  readonly usedBytes: number;
  /** Null without a limit. */
  readonly limitBytes: number | null;
}

/** How much accounts have stored. */
export interface AccountStorage {
  /** Returns bytes; 0 if the account was not counted yet, or there is none. */
  read(accountId: string): Promise<number>;
}
