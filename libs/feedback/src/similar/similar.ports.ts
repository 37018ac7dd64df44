/** What an item is compared by. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export interface Candidates {
  /** Items that may be similar, in any order. Their descriptions can be cut after `COMPARED_DESCRIPTION` characters. */
  readonly found: readonly Candidate[];
  /** Any titles of the account. They show which words are frequent. */
  readonly sample: readonly string[];
}

/**
 * Finds items whose text may be similar to another one. Items of other accounts do not exist for it.
 *
 * It can miss items in a large account, but the time it takes is limited for every title.
 */
export interface SimilarItemFinder {
  findCandidates(accountId: string, title: string): Promise<Candidates>;
}
