import type { Assignee } from './assignee';

/** Members of accounts, to whom items can be assigned. */
export interface AssigneeFinder {
  /** Returns those of these people who are members of the account, in any order. Malformed IDs match no member. */
  find(accountId: string, personIds: readonly string[]): Promise<readonly Assignee[]>;
}
