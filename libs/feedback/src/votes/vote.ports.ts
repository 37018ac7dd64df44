import type { Instant } from '@libs/kernel';
import type { VotingNetwork } from './vote';

/** Votes of one wider network on one day. */
export interface VoteSource {
  readonly source: string;
  /** The hour of its first vote for the item. */
  readonly since: Instant;
  /** Its votes for the item and its duplicates, and for all items of the account. */
  readonly votes: number;
  readonly votesInAccount: number;
}

/** What the team sees of the votes of an item and of its duplicates. */
export interface VoteSummary {
  /** Votes since the time asked for. */
  readonly recent: number;
  /** The sources with the most votes for the item, largest first. */
  readonly sources: readonly VoteSource[];
}

/**
 * Stores votes. Every method takes the account ID first. Votes of other accounts and malformed IDs count as not found. IDs
 * are in lowercase. The votes of a deleted item are deleted with it.
 *
 * Every change keeps `unconfirmed_votes` of the item, and of the target that it is merged into, and sets their
 * `updated_at`, but not their version (votes.md 4).
 */
export interface VoteRepository {
  /** Adds a vote for an item that is public and not merged, unless the network has one. Otherwise, it changes nothing. */
  add(accountId: string, itemId: string, network: VotingNetwork, at: Instant): Promise<void>;
  /** Removes the votes of the network for the item and its duplicates. */
  withdraw(accountId: string, itemId: string, voters: VotingNetwork['voters']): Promise<void>;
  /**
   * Returns the sources with more than `least` votes in the account and at least one for the item, at most `limit`. Returns
   * null if the item is not found.
   */
  summary(
    accountId: string,
    itemId: string,
    query: { readonly since: Instant; readonly least: number; readonly limit: number },
  ): Promise<VoteSummary | null>;
  /** Removes the votes of a source for all items, and returns how many there were. */
  removeSource(accountId: string, source: string): Promise<number>;
  /** Deletes the hashes of votes that were given before a time, in all accounts. The votes stay. */
  forgetNetworks(before: Instant): Promise<void>;
  /** Deletes all votes of the account permanently, in chunks. Not atomic: after an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
