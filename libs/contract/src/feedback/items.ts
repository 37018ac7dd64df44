import type { Assignee, Status } from '@libs/feedback';

/** An item in the dashboard: the fields of the API, and the version for `If-Match: "<version>"`. */
export interface Item {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly status: Status;
  readonly source: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** ID of the item in another system. */
  readonly external_id: string | null;
  /** ID of the item that this one is a duplicate of. */
  readonly merged_into: string | null;
  readonly duplicate_count: number;
  /** Distinct submitter addresses of the item and its duplicates, plus those without one. */
  readonly request_count: number;
  /** Names in alphabetical order. */
  readonly tags: readonly string[];
  /** The member who works on it. */
  readonly assignee: Assignee | null;
  readonly version: number;
}

/** `POST feedback`: 201 `Data<Item>`. */
export interface NewItemBody {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
  readonly tags?: readonly string[];
}

/** `PATCH feedback/:id` with `If-Match`: 200 `Data<Item>`, or 412 `etag_mismatch` if the item has another version. */
export interface ItemChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
  /** Null unmerges the item. */
  readonly merged_into?: string | null;
  /** Replaces all tags. Tags that don't exist are created. */
  readonly tags?: readonly string[];
  /** ID of a member; null for no one. */
  readonly assignee_id?: string | null;
}

/** A line of `POST feedback/batch`. The last two members can't be combined with `tags`. */
export interface ItemUpdate extends ItemChange {
  readonly id: string;
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

// `GET feedback/:id` 200 `Data<Item>`; `DELETE feedback/:id` 204.

/** `GET feedback/:id/similar` and `GET feedback/similar?title=`: 200 `Data<readonly SimilarItem[]>`, best first. */
export type SimilarItem = Omit<Item, 'version'> & {
  /** From 0 to 1. */
  readonly score: number;
};
