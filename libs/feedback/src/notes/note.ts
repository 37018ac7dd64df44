import {
  DomainError,
  multilineRule,
  objectRule,
  required,
  type Actor,
  type Instant,
  type Valid,
  type ValuesOf,
} from '@libs/kernel';

/** Maximum length in code points (history.md 3). */
export const NOTE_MAX = 10_000;

/** An internal note about an item. It isn't part of the item (history.md 3). */
export interface Note {
  readonly accountId: string;
  readonly itemId: string;
  /** UUIDv7 in lowercase of `createdAt`. */
  readonly id: string;
  readonly text: string;
  readonly author: Actor;
  readonly createdAt: Instant;
}

const NEW = { text: required(multilineRule(NOTE_MAX)) };
export type NewNote = ValuesOf<typeof NEW>;

/** The body of a request that creates a note. */
export const newNoteRule = objectRule(NEW);

export const newNote = (
  accountId: string,
  itemId: string,
  { text }: Valid<NewNote>,
  author: Actor,
  { id, now }: { readonly id: string; readonly now: Date },
): Note => ({ accountId, itemId, id, text, author, createdAt: now.toISOString() });

/** The fields that leave the service. */
export const noteJson = ({ id, text, author, createdAt }: Note) => ({
  id,
  text,
  author,
  created_at: createdAt,
});

/** As in an export of the account. */
export const exportedNoteJson = (note: Note) => ({ feedback_id: note.itemId, ...noteJson(note) });

export const noteNotFound = (): DomainError =>
  new DomainError('not_found', 'note_not_found', 'Note not found');
