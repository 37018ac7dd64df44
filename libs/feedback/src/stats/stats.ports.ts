import type { Instant } from '@libs/kernel';
import type { CountMetric, DurationMetric, FixedGrouping } from './stats';

/** Buckets in their order: each starts at a time and ends where the next one starts. The last time is the end. */
export interface StatsQuery<M> {
  readonly metric: M;
  readonly by?: FixedGrouping | undefined;
  readonly bounds: readonly Instant[];
}

export interface CountRow {
  /** Index of the bucket. */
  readonly bucket: number;
  /** Null without a grouping. */
  readonly group: string | null;
  readonly count: number;
}

/** A row with a tag as its group. */
export interface TagCountRow extends CountRow {
  readonly group: string;
}

export interface DurationRow extends Omit<CountRow, 'bucket'> {
  /** Null for all buckets together. */
  readonly bucket: number | null;
  readonly medianSeconds: number;
}

/**
 * Statistics of the items of an account. Counts what is not deleted, without zeros, in any order. Takes time
 * proportional to the number of items and changes in the range.
 */
export interface StatsRepository {
  /**
   * `created`: items by time of creation, grouped by their status now. `status_changed`: changes of the status of
   * items, grouped by the new status. `shipped`: those to `shipped`.
   */
  count(accountId: string, query: StatsQuery<CountMetric>): Promise<readonly CountRow[]>;
  /**
   * Items by time of creation, grouped by their tags now. An item counts for each of its tags. Returns the `limit` tags
   * with the most items in all buckets together; of tags with as many items, the first in alphabetical order.
   */
  countByTag(
    accountId: string,
    query: Pick<StatsQuery<never>, 'bounds'> & { readonly limit: number },
  ): Promise<readonly TagCountRow[]>;
  /**
   * The time from the creation of an item to its first change of the status, or to each change to `shipped`, by the
   * time of the change: number and median, of each bucket and of all together;
   * with a grouping, of each group and of all groups (null). The median is a duration that occurs.
   */
  durations(accountId: string, query: StatsQuery<DurationMetric>): Promise<readonly DurationRow[]>;
}
