import type { Feedback } from '../items/feedback';
import type { QuarantinedFeedback } from './quarantine';

export interface QuarantineQuery {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** Id of the last entry of the page before: the page starts with the next older one (keyset). */
  readonly after?: string;
}

/**
 * Where suspicious submissions wait. Every method names the account first: an entry of another account does not
 * exist, and neither does one under a malformed id. Ids are in lower case.
 */
export interface QuarantineRepository {
  add(entry: QuarantinedFeedback): Promise<void>;
  /** Newest first. Reads at most `query.limit + 1`, the one more telling whether another page follows. */
  list(accountId: string, query: QuarantineQuery): Promise<readonly QuarantinedFeedback[]>;
  /** Exact, and so takes time proportional to the number. */
  count(accountId: string): Promise<number>;
  /** Makes feedback of it, as `released` says, in one step: it is never in both places or in none. Null when there is no such entry. */
  release(accountId: string, id: string): Promise<Feedback | null>;
  /** Removes for good. False when there was nothing to remove. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Everything the account has here, for good; in stretches, so that after a failure it is called again. */
  removeAll(accountId: string): Promise<void>;
}
