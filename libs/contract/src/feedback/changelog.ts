import type { Instant } from '@libs/kernel';
import type { Status } from '@libs/feedback';

export type {
  EntryAudience,
  EntryChange,
  EntryJson as ChangelogEntry,
  EntryNotification,
  EntryPreview,
  EntryStatus,
  NewEntry,
} from '@libs/feedback';

/** Response of `GET changelog/unused-cards`: shipped cards that are in no entry, the last shipped one first. */
export interface UnusedCard {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
  readonly moved_at: Instant;
}

/** Response of `POST changelog/preview`. */
export interface ChangelogPreview {
  /** The page of the entry as visitors would see it. */
  readonly html: string;
  /** The items of the entry that exist, in its order. */
  readonly items: readonly { readonly id: string; readonly title: string; readonly status: Status }[];
}
