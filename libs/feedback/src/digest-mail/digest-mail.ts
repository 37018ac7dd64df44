import type { FeedbackFilter } from '../lists/selection';
import type { Source, Status } from '../items/feedback.rules';

/** Maximum number of the newest items in digest mail. */
export const NEWEST_MAX = 10;
/** Maximum number of the most requested items in digest mail. */
export const REQUESTED_MAX = 5;

/** Statuses of items that are neither shipped nor declined. */
export const OPEN_STATUSES: readonly Status[] = ['new', 'planned', 'building'];

/** Published events after `after`, up to `until`. Positions are those of the event log (events.md 1). */
export interface EventPeriod {
  readonly after: number;
  readonly until: number;
}

export interface DigestMailQuery extends EventPeriod {
  /** Items that digest mail is about. Merged items match no filter. */
  readonly filter: Omit<FeedbackFilter, 'merged' | 'merged_into'>;
  readonly sources: readonly Source[];
}

/** What happened in a period. */
export interface DigestMailContent {
  readonly total: number;
  /** Those that are not zero, the largest first. */
  readonly sources: readonly { readonly name: Source; readonly count: number }[];
  readonly statuses: readonly { readonly name: Status; readonly count: number }[];
  /** The newest of the period. */
  readonly newest: readonly { readonly id: string; readonly title: string }[];
  /** Open items of any time with more than one request, the most requested first. Empty without new items. */
  readonly requested: readonly { readonly id: string; readonly title: string; readonly requests: number }[];
}

/** Reads what digest mail contains. */
export interface DigestMailRepository {
  /** Counts the items that were created, or released from quarantine, in the period, and still exist. */
  read(accountId: string, query: DigestMailQuery): Promise<DigestMailContent>;
}
