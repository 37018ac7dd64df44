import type { ItemContext, QuarantineReason } from '@libs/feedback';

/** An entry of `GET quarantine?limit=&cursor=`, which returns a `ListPage<QuarantinedItem>`, newest first. */
export interface QuarantinedItem {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
  readonly context: ItemContext | null;
  readonly reason: QuarantineReason;
  readonly created_at: string;
}

// `POST quarantine/:id/release`: 200 `Data<Item>`, the new item. `DELETE quarantine/:id`: 204, permanent.
