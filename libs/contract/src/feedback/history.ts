import type { Actor } from '@libs/kernel';

/** A change of an item (history.md 1). */
export interface HistoryChange {
  readonly at: string;
  readonly actor: Actor;
  readonly type: 'created' | 'updated';
  /** The old and new values of the changed fields. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

/** An internal note about an item (history.md 3). */
export interface ItemNote {
  readonly id: string;
  readonly text: string;
  readonly author: Actor;
  /** Who wrote the note in another product; null for a note that was written here. */
  readonly author_name: string | null;
  readonly created_at: string;
}
