import type { View } from './view';

/** Stores the views of members. Every method takes the account ID first. Views of other accounts do not exist for it. */
export interface ViewRepository {
  /** Returns the member's own views in their order, and then the shared ones in theirs. */
  list(accountId: string, personId: string): Promise<readonly View[]>;
  /**
   * Reads these views, applies `change`, and stores the result and its order, without interference by concurrent
   * writers. If `change` throws, stores nothing and rethrows the error. Returns the stored views.
   */
  revise(
    accountId: string,
    personId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]>;
  /** Deletes all views of the account permanently. */
  removeAll(accountId: string): Promise<void>;
}
