import type { Actor, Instant } from '@libs/kernel';
import type { Follower } from '../followers/follower';
import type { StoredMessage } from '../followers/follower.ports';
import type { ChangelogEntry } from '../changelog/entry';
import type { Feedback } from '../items/feedback';
import type { Status } from '../items/feedback.rules';
import type { Notice, StatusMessage } from './status-message';

/** How many people a message would be sent to, each counted once, and their languages; null for that of the account. */
export interface Audience {
  readonly recipients: number;
  readonly languages: readonly { readonly language: string | null; readonly recipients: number }[];
}

/** The entry of the changelog that people are told about. */
export type ToldEntry = Pick<ChangelogEntry, 'id' | 'title' | 'text'>;

/** What a follower is told. */
export interface Told {
  readonly item: Pick<Feedback, 'id' | 'public'>;
  readonly status: Status;
  readonly message: string | null;
  readonly follower: Follower;
  /** What the follower wrote; null if someone else submitted the item. */
  readonly ownTitle: string | null;
}

/** Makes the messages to followers and subscribers. Has no effect of its own. */
export interface ComposeUpdates {
  statusUpdate(told: Told): StoredMessage;
  /** Called once per step of a message about an entry of the changelog. */
  entryUpdate(entry: ToldEntry): (follower: Follower) => StoredMessage;
}

/**
 * Stores messages about status (status-messages.md 1). Every method except `due` and `settle` takes the account ID first.
 * Malformed IDs, and items of other accounts, count as not found. Repositories of items hold messages with the changes
 * that ask for them (`noticesOf`).
 *
 * Recipients are the confirmed followers of an item and its duplicates who have stopped neither the item nor all messages.
 * Messages about entries of the changelog (changelog.md 10) are held by `ChangelogRepository`, and are due, sent, and counted
 * here, too.
 */
export interface StatusMessageRepository {
  /** Returns the newest messages of an item, newest first; null if the item is not found. */
  list(accountId: string, itemId: string, limit: number): Promise<readonly StatusMessage[] | null>;
  /**
   * Holds a message for each notice that is a change, and changes those that are held (`heldAgain`). Unknown and merged
   * items have none. Returns the messages that are held now, in the order of the notices.
   * @throws DomainError `rate_limit` if the account would exceed `RECIPIENTS_PER_DAY`; nothing is then stored
   */
  hold(
    accountId: string,
    notices: readonly Notice[],
    by: Actor,
    at: Instant,
  ): Promise<readonly StatusMessage[]>;
  /** Cancels a held message. @throws DomainError `not_found`, `conflict` if it is no longer held */
  cancel(accountId: string, itemId: string, id: string): Promise<void>;
  audience(accountId: string, itemIds: readonly string[]): Promise<Audience>;
  /** Returns messages of all accounts whose hold has ended, or that are being sent, at most `limit`. Accounts take turns. */
  due(now: Date, limit: number): Promise<readonly { readonly accountId: string; readonly id: string }[]>;
  /**
   * Does the next step of a due message in one transaction: decides whether it is sent, and adds messages for the next
   * `STEP_SIZE` recipients to the outbox. Returns whether steps remain; false if another process does one now.
   * @param compose null if the account can send none: the message is then cancelled
   */
  step(accountId: string, id: string, now: Date, compose: ComposeUpdates | null): Promise<boolean>;
  /**
   * Stores the final numbers of messages of which none waits anymore, and deletes those of deleted items. Returns how many
   * have no final numbers yet.
   */
  settle(now: Date): Promise<number>;
  /** Returns messages after an ID, in the order of their IDs, at most `limit`. */
  listAll(accountId: string, after: string | null, limit: number): Promise<readonly StatusMessage[]>;
  /** Deletes all messages of the account, in chunks. After an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
