import type { Feedback } from '../items/feedback';
import type { StoredEntry } from './history';

export interface HistoryQuery {
  /** Returns entries before this position; null for the newest ones. */
  readonly before: number | null;
  /** Page size, 1 to 100. */
  readonly limit: number;
}

export interface StoredHistory {
  /** How the item was created. */
  readonly item: Pick<Feedback, 'created_at' | 'source'>;
  /** Newest first, at most `limit + 1`: an extra entry shows that another page follows. */
  readonly entries: readonly StoredEntry[];
}

/** The history of items, which is written when their changes are published (history.md 1). */
export interface HistoryRepository {
  /** Returns null if the item is not found: unknown, malformed, deleted, or of another account. IDs are in lowercase. */
  list(accountId: string, itemId: string, query: HistoryQuery): Promise<StoredHistory | null>;
}
