import type { Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { Position } from './list';
import type { FeedbackSelection } from './selection';

/** The only order of a list with deleted items. */
export const CHANGES_SORT = 'updated_at';

/** What a list with deleted items can be filtered by: a deleted item has no other values (lists.md 10). */
export const CHANGES_FILTERS = ['updated_after', 'updated_before', 'merged'] as const;

/** A page of changed and deleted items. */
export interface ChangesQuery extends Pick<FeedbackSelection, 'updated_before' | 'merged'> {
  readonly updated_after: Instant;
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: Position;
}

/** What is left of a deleted item. */
export interface DeletedItem {
  readonly id: string;
  /** The last external ID of the item. */
  readonly external_id: string | null;
  /** When the deletion was published, right after it. */
  readonly deleted_at: Instant;
}

/** The key of a position is microseconds since 1970. */
export type ListedChange = { readonly position: Position } & (
  | { readonly item: Feedback; readonly deleted?: undefined }
  | { readonly deleted: DeletedItem; readonly item?: undefined }
);
