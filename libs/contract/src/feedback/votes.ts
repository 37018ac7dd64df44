/** `GET feedback/:id/votes`: 200 `Data<ItemVotes>`. */
export interface ItemVotes {
  /** Votes of the last 24 hours. */
  readonly last_day: number;
  /** Wider networks, each on one day, with more than 10 votes in the account. */
  readonly sources: readonly VoteSource[];
}

export interface VoteSource {
  readonly source: string;
  /** The hour of its first vote for the item. */
  readonly since: string;
  /** Its votes for the item and its duplicates, and for all items. */
  readonly votes: number;
  readonly votes_in_account: number;
}

/** `DELETE votes/:source`: 200 `Data<RemovedVotes>`. */
export interface RemovedVotes {
  readonly removed: number;
}
