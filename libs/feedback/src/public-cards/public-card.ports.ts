import type { Feedback } from '../items/feedback';
import type { Status } from '../items/feedback.rules';

/** A public item. */
export type PublicItem = Feedback & { readonly public: NonNullable<Feedback['public']> };

/** Finds the cards of an account for the public (public.md 1). Cards of merged items are not shown. */
export interface PublicCardFinder {
  /** Returns the public items with these statuses, newest first, at most `limit`. */
  list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly PublicItem[]>;
  /** Returns the item, also a merged one; `ended` if its card has ended, null if it never had one or is not found. */
  find(accountId: string, id: string): Promise<PublicItem | 'ended' | null>;
}
