import type { Status } from '@libs/feedback';

/** An item for its owner: the API's eight members, and the version for `If-Match: "<version>"`. */
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
  readonly version: number;
}

/** `POST feedback`: 201 `Data<Item>`. */
export interface NewItemBody {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
}

/** `PATCH feedback/:id` with `If-Match`: 200 `Data<Item>`, or 412 `etag_mismatch` if the item has another version. */
export interface ItemChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
  /** Null unmerges the item. */
  readonly merged_into?: string | null;
}

// `GET feedback/:id` 200 `Data<Item>`; `DELETE feedback/:id` 204.
