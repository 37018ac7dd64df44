import type { Actor, Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { SubmittedFeedback } from '../requests/verified-person';
import type { WaitingVote } from '../votes/waiting-vote';
import type { FollowedItem, Follower, NewFollow } from './follower';

/** A message that is ready to be stored. What it says is encrypted. */
export interface StoredMessage {
  readonly id: string;
  readonly accountId: string | null;
  readonly kind: string;
  readonly sealed: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A follower with what it follows, and its votes that wait, the newest first. */
export interface FollowerEntry {
  readonly follower: Follower;
  readonly items: readonly FollowedItem[];
  readonly votes: readonly WaitingVote[];
}

export type SentTexts = Pick<Feedback, 'title' | 'description'>;

/** Makes the message to a follower who can get one; null for none. Has no effect of its own. */
export type ComposeMessage = (follower: Follower) => StoredMessage | null;

/**
 * Stores followers and what they follow (following.md 1). Every method except `addItem` takes the account ID first.
 * Followers of other accounts and malformed IDs count as not found. Addresses are compared in lowercase. An item that is
 * deleted is no longer followed. Every method except `removeAll` is atomic.
 *
 * Messages are stored in the transaction of what causes them, for a follower for whom `canGetMessage` is true, and counted
 * with `withMessage`.
 */
export interface FollowerRepository {
  /**
   * Stores a new item, which the address follows.
   * @throws DomainError as `FeedbackRepository.add`
   */
  addItem(item: SubmittedFeedback, by: Actor, follow: NewFollow, compose: ComposeMessage): Promise<void>;
  /**
   * The address follows a stored item. One that is known follows it `followingAgain`. It keeps what it has stopped, and
   * follows at most `FOLLOWED_MAX` items. Returns the follower; null if the item is not found.
   */
  follow(
    accountId: string,
    itemId: string,
    follow: NewFollow,
    compose: ComposeMessage,
  ): Promise<Follower | null>;
  find(accountId: string, id: string): Promise<Follower | null>;
  findByEmail(accountId: string, email: string): Promise<Follower | null>;
  /** Stores a message to the follower with this address, if there is one who can get it. */
  addMessage(accountId: string, email: string, now: Date, compose: ComposeMessage): Promise<void>;
  /**
   * The address asks to subscribe to the changelog, unless it is subscribed: a message is then stored, if it can get one.
   * A known follower keeps its language: anyone can enter its address.
   */
  askToSubscribe(accountId: string, follow: NewFollow, compose: ComposeMessage): Promise<void>;
  /** Returns the follower after the change; null if not found. Drops messages that wait if it wants none of them anymore. */
  change(accountId: string, id: string, change: (current: Follower) => Follower): Promise<Follower | null>;
  /**
   * Stops an item (`at`), or follows it again (null). An item that the address asks for but does not follow is followed,
   * or stored as stopped, from `now`. No effect for an unknown follower or item.
   */
  setStopped(
    accountId: string,
    id: string,
    itemId: string,
    stop: { readonly at: Instant | null; readonly now: Instant },
  ): Promise<void>;
  /**
   * Deletes the follower, and the messages that wait for it, if it is not confirmed, has not turned messages off, follows
   * nothing, and has no vote and no subscription that waits. Returns whether it did.
   */
  removeUnused(accountId: string, id: string): Promise<boolean>;
  /** Returns what the follower follows, the newest first. */
  listItems(accountId: string, id: string, limit: number): Promise<readonly FollowedItem[]>;
  /**
   * Returns the texts of these items as visitors sent them through the form or the widget, by ID: what the team writes later
   * is not shown to them. Items from elsewhere are left out.
   */
  sentTexts(accountId: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, SentTexts>>;
  /** Deletes the follower with this address, and the messages that wait for it. Returns false if there is none. */
  removeByEmail(accountId: string, email: string): Promise<boolean>;
  /** Returns followers after an ID, in the order of their IDs, at most `limit`, with what they have. */
  listAll(accountId: string, after: string | null, limit: number): Promise<readonly FollowerEntry[]>;
  /** Deletes all followers of the account, in chunks. After an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
