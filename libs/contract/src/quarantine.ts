import type { QuarantineReason } from '@libs/feedback';

/** An entry of `GET quarantine?limit=&cursor=`, newest first; answers `ListPage<QuarantinedItem>`. */
export interface QuarantinedItem {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
  readonly reason: QuarantineReason;
  readonly created_at: string;
}

// `POST quarantine/:id/release` 200 `Data<Item>`: it is feedback now. `DELETE quarantine/:id` 204: gone for good.
