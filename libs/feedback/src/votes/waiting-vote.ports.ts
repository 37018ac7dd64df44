import type { Instant } from '@libs/kernel';
import type { Follower, NewFollow } from '../followers/follower';
import type { StoredMessage } from '../followers/follower.ports';
import type { WaitingCard, WaitingVote } from './waiting-vote';

/** A vote with an address, and the follower that the address becomes if it is not one yet. */
export interface AddressVote {
  readonly follow: NewFollow;
  readonly name: string | null;
}

/** Makes the message that asks a follower to confirm votes for these cards; null for none. Has no effect of its own. */
export type ComposeConfirmation = (follower: Follower, titles: readonly string[]) => StoredMessage | null;

/** How votes are confirmed: what the follower becomes, when, and the IDs of new requests. */
export interface VoteConfirmation {
  readonly change: (follower: Follower) => Follower;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * Stores votes with an address until the person confirms them (votes.md 9). Every method except `forget` takes the account
 * ID first. Followers of other accounts and malformed IDs count as not found. A vote is deleted with its follower, and with
 * its item. Every method except `forget` is atomic.
 */
export interface WaitingVoteRepository {
  /**
   * Adds a vote for an item that is public and not merged, and the follower with its address. No effect otherwise, if the
   * address has confirmed that it asks for the item or a duplicate, or if `WAITING_MAX` votes wait. A vote that waits stays
   * as it is. Stores a message about all cards as `FollowerRepository` does, unless the vote was not added.
   */
  add(accountId: string, itemId: string, vote: AddressVote, compose: ComposeConfirmation): Promise<void>;
  /** Returns the cards of the votes that are public, each once, sorted by ID, the newest item first. */
  cards(accountId: string, followerId: string): Promise<readonly WaitingCard[]>;
  /** Returns all votes, sorted as `cards`. */
  list(accountId: string, followerId: string): Promise<readonly WaitingVote[]>;
  /** Deletes the votes for a card. */
  discard(accountId: string, followerId: string, cardId: string): Promise<void>;
  /**
   * Changes the follower, and turns the votes for `cards` into requests, which the follower follows. The request of an item
   * that the address asks for already gets `confirmed_at` instead. Votes for an item with `REQUESTS_MAX` requests wait.
   * Returns the follower; null if it is not found.
   */
  confirm(accountId: string, followerId: string, confirmation: VoteConfirmation): Promise<Follower | null>;
  /** Deletes the votes of an address. */
  removeByEmail(accountId: string, email: string): Promise<void>;
  /**
   * Deletes the votes of all accounts that were given before a time, and their followers if these are not confirmed, follow
   * nothing, have no other votes, and can get messages.
   */
  forget(before: Instant): Promise<void>;
}
