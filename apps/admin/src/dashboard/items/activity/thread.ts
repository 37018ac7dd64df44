import type { HistoryChange, ItemNote, StatusMessage } from '@libs/contract';

/** A note, a change, or a message about the status, with a key for the list. */
export type ThreadEntry =
  | { readonly kind: 'note'; readonly key: string; readonly at: string; readonly note: ItemNote }
  | { readonly kind: 'change'; readonly key: string; readonly at: string; readonly change: HistoryChange }
  | { readonly kind: 'message'; readonly key: string; readonly at: string; readonly message: StatusMessage };

/** The loaded part of a list, newest first. */
export interface Loaded<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
}

export interface Thread {
  /** Newest first. */
  readonly entries: readonly ThreadEntry[];
  /** The lists whose next page is needed to show older entries. */
  readonly next: readonly ('notes' | 'changes')[];
}

/**
 * Merges notes, changes, and messages about the status by time. Leaves out what is older than the end of the loaded part of a list, because older
 * entries of that list belong in between.
 */
export function threadOf(
  notes: Loaded<ItemNote>,
  changes: Loaded<HistoryChange>,
  messages: readonly StatusMessage[] = [],
): Thread {
  const all: ThreadEntry[] = [
    ...messages.map((message): ThreadEntry => ({
      kind: 'message',
      key: message.id,
      at: message.sent_at ?? message.created_at,
      message,
    })),
    ...notes.rows.map((note): ThreadEntry => ({ kind: 'note', key: note.id, at: note.created_at, note })),
    ...changes.rows.map((change, i): ThreadEntry => ({
      kind: 'change',
      // Counted from the oldest, so that a new entry changes no key once everything is loaded.
      key: `${change.at} ${changes.rows.length - i}`,
      at: change.at,
      change,
    })),
  ];
  const ends = {
    notes: notes.hasMore ? (notes.rows.at(-1)?.created_at ?? '') : '',
    changes: changes.hasMore ? (changes.rows.at(-1)?.at ?? '') : '',
  };
  const end = ends.notes > ends.changes ? ends.notes : ends.changes;
  return {
    // Stable: changes of one time stay in their order.
    entries: all.filter(({ at }) => at >= end).sort((a, b) => (a.at < b.at ? 1 : Number(a.at > b.at) * -1)),
    next: end === '' ? [] : (['notes', 'changes'] as const).filter((list) => ends[list] === end),
  };
}
