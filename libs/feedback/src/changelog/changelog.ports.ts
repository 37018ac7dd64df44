import type { Actor, Instant } from '@libs/kernel';
import type { ShownCard } from '../public-cards/public-card.ports';
import type { ChangelogEntry, EntryChange, EntryStatus } from './entry';

export interface EntriesQuery {
  /** Page size, 1 to 100. */
  readonly limit: number;
  readonly status?: EntryStatus;
  /** ID of the last entry of the previous page. The page starts with the next older entry. */
  readonly after?: string;
}

/** What the public can see of an entry (changelog.md 5). */
export interface ShownEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly publishedAt: Instant;
  readonly updatedAt: Instant;
  /** The public cards of its items, and of the targets that these are merged into, each once. */
  readonly cards: readonly Pick<ShownCard, 'id' | 'title'>[];
}

export interface ShownEntriesQuery {
  readonly limit: number;
  /** ID of a published entry, after which the list starts. Without an entry of this ID, it is empty. */
  readonly after?: string;
}

/** Who changes an entry, and when. */
export interface EntryRevision {
  readonly by: Actor;
  readonly at: Instant;
}

/**
 * Stores changelog entries. Every method takes the account ID first. Entries of other accounts and malformed IDs count as
 * not found. IDs are in lowercase. The deletion of an item takes it out of all entries.
 */
export interface ChangelogRepository {
  /**
   * Stores a new entry.
   * @throws DomainError `conflict` `changelog_limit_reached`; `not_found` `feedback_not_found` with every item that is
   *   not found
   */
  add(entry: ChangelogEntry): Promise<void>;
  /** Returns the entry; null if it is not found. */
  find(accountId: string, id: string): Promise<ChangelogEntry | null>;
  /** Returns entries, newest first, at most `query.limit + 1`: an extra one shows that another page follows. */
  list(accountId: string, query: EntriesQuery): Promise<readonly ChangelogEntry[]>;
  /**
   * Applies the function `changedEntry`, without interference by concurrent writers. Returns the entry after the change;
   * null if it is not found. `notify` holds a message, unless there is one that was not cancelled; `notify: false` and
   * `status: "draft"` cancel the one that is held.
   * @throws DomainError `not_found` `feedback_not_found` with every new item that is not found; `rate_limit` if the account
   *   would exceed `RECIPIENTS_PER_DAY`; `conflict` for `notify: false` if the message is no longer held
   */
  revise(
    accountId: string,
    id: string,
    change: EntryChange,
    revision: EntryRevision,
  ): Promise<ChangelogEntry | null>;
  /**
   * Returns how many people a message about an entry with these items would be sent to (changelog.md 10).
   * @param shipsItems whether they become shipped before
   */
  audience(accountId: string, itemIds: readonly string[], shipsItems: boolean): Promise<number>;
  /** Deletes an entry permanently. Returns false if it is not found. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Returns those of the items that are in an entry. */
  findUsed(accountId: string, itemIds: readonly string[]): Promise<readonly string[]>;
  /** Returns published entries, the last published one first, at most `query.limit`. */
  listShown(accountId: string, query: ShownEntriesQuery): Promise<readonly ShownEntry[]>;
  /** Returns published entries about an item or its duplicates, as `listShown`. */
  listAbout(
    accountId: string,
    itemId: string,
    limit: number,
  ): Promise<readonly Pick<ShownEntry, 'id' | 'title'>[]>;
  /** Returns a published entry; null if it is not found or a draft. */
  findShown(accountId: string, id: string): Promise<ShownEntry | null>;
  /** Deletes all entries of the account permanently, in chunks. Not atomic: after an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
