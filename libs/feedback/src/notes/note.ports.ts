import type { Actor } from '@libs/kernel';
import type { Note } from './note';

export interface NotesQuery {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** ID of the last note of the previous page. The page starts with the next older note. */
  readonly after?: string;
}

/** Place of a note among all notes of an account. */
export type NotePlace = Pick<Note, 'itemId' | 'id'>;

/** A new note, with the IDs of the people whom it mentions. */
export interface AddedNote {
  readonly note: Note;
  readonly mentioned: readonly string[];
}

/**
 * Stores notes. Every method except `add` takes the account ID first. Notes of other accounts and malformed IDs count as
 * not found, and so do notes of an item that was deleted. IDs are in lowercase. The notes of a deleted item are deleted
 * when its deletion is published (events.md 1).
 */
export interface NoteRepository {
  /**
   * Stores new notes of one item and author, all fields as given, and a notification of each mentioned person, or nothing.
   * Returns false if the item is not found. Changes nothing in the item. Each note is recorded as a `RecordedChange` of
   * the author, without the text.
   */
  add(notes: readonly AddedNote[]): Promise<boolean>;
  /**
   * Returns notes of an item, newest first, at most `query.limit + 1`: an extra note shows that another page follows.
   * Returns null if the item is not found.
   */
  list(accountId: string, itemId: string, query: NotesQuery): Promise<readonly Note[] | null>;
  /** Deletes a note permanently. Returns false if it is not found. */
  remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean>;
  /** Returns notes of all items after a place, in the order of their items, at most `limit`. */
  listAll(accountId: string, after: NotePlace | null, limit: number): Promise<readonly Note[]>;
  /** Deletes all notes of the account permanently, in chunks. Not atomic: after an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
