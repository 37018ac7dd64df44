import {
  DomainError,
  multilineRule,
  nameRule,
  nullable,
  objectRule,
  optional,
  required,
  type Actor,
  type Instant,
  type NewId,
  type ValuesOf,
} from '@libs/kernel';
import { linesRule } from '../batch/lines.rule';
import { instantRule } from '../import/import.rules';

/** Maximum length in code points (history.md 3). */
export const NOTE_MAX = 10_000;
/** Maximum length of the name of an author in another product, in code points. */
export const AUTHOR_NAME_MAX = 100;

/** An internal note about an item. It isn't part of the item (history.md 3). */
export interface Note {
  readonly accountId: string;
  readonly itemId: string;
  /** UUIDv7 in lowercase of `createdAt`. */
  readonly id: string;
  readonly text: string;
  /** Who added the note. */
  readonly author: Actor;
  /** Who wrote the note in another product; null for a note that was written here. */
  readonly authorName: string | null;
  readonly createdAt: Instant;
}

const NEW = { text: required(multilineRule(NOTE_MAX)) };

/** The body of a member's request that creates a note. */
export const newNoteRule = objectRule(NEW);

const movedFields = (now: Date) => ({
  ...NEW,
  author_name: optional(nullable(nameRule(AUTHOR_NAME_MAX))),
  created_at: optional(nullable(instantRule(now))),
});
/** The body of a request that creates a note, which can come from another product. */
export const movedNoteRule = (now: Date) => objectRule(movedFields(now));
/** The body of a request that creates up to 100 of them. */
export const movedNotesRule = (now: Date) => objectRule({ notes: required(linesRule(movedNoteRule(now))) });

export type NewNote = ValuesOf<ReturnType<typeof movedFields>>;

/** Whether a note was written earlier, in another product. It mentions no one. */
export const isMoved = ({ author_name: name, created_at: at }: NewNote): boolean =>
  (name ?? null) !== null || (at ?? null) !== null;

export function newNote(
  accountId: string,
  itemId: string,
  { text, author_name: authorName, created_at: at }: NewNote,
  author: Actor,
  { newId, now }: { readonly newId: NewId; readonly now: Date },
): Note {
  const createdAt = at ?? now.toISOString();
  const id = newId(new Date(createdAt));
  return { accountId, itemId, id, text, author, authorName: authorName ?? null, createdAt };
}

/** The fields that leave the service. */
export const noteJson = ({ id, text, author, authorName, createdAt }: Note) => ({
  id,
  text,
  author,
  author_name: authorName,
  created_at: createdAt,
});

/** As in an export of the account. */
export const exportedNoteJson = (note: Note) => ({ feedback_id: note.itemId, ...noteJson(note) });

export const noteNotFound = (): DomainError =>
  new DomainError('not_found', 'note_not_found', 'Note not found');
