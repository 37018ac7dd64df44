import type { ImportedFeedback } from './feedback-import';

/** Where imported items come to rest. */
export interface FeedbackImporter {
  /**
   * The one import of the account: what `work` adds is there for others when it has ended, all of it at once, and
   * what it throws undoes everything and is thrown on. In a dry run nothing is ever added, but everything is counted
   * as if it were.
   * @throws DomainError `rate_limit` when the account has an import under way, `unavailable` when too many others have
   */
  run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T>;
}

export interface ImportTarget {
  /**
   * Adds the items in their order, but for those whose id or external id an item of the account has, or one that was
   * added before. How many were added.
   */
  add(items: readonly ImportedFeedback[]): Promise<number>;
}
