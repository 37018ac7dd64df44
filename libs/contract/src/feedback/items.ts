import type { ItemJson, MemberChange, MemberUpdates, NewFeedback } from '@libs/feedback';

/** An item in the dashboard: the members of the API, and the version for `If-Match: "<version>"`. */
export interface Item extends ItemJson {
  readonly version: number;
}

/** `POST feedback`: 201 `Data<Item>`. */
export type NewItemBody = NewFeedback;

/** `PATCH feedback/:id` with `If-Match`: 200 `Data<Item>`, or 412 `etag_mismatch` if the item has another version. */
export type ItemChange = MemberChange;

/** A line of `POST feedback/batch`. */
export type ItemUpdate = MemberUpdates['updates'][number];

// `GET feedback/:id` 200 `Data<Item>`; `DELETE feedback/:id` 204.

/** `GET feedback/:id/similar` and `GET feedback/similar?title=`: 200 `Data<readonly SimilarItem[]>`, best first. */
export type SimilarItem = ItemJson & {
  /** From 0 to 1. */
  readonly score: number;
};
