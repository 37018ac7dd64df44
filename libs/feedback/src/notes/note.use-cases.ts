import { PAGE_MAX, pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import { feedbackNotFound } from '../items/feedback';
import { newNote, noteNotFound, type NewNote, type Note } from './note';
import type { NotePlace, NoteRepository, NotesQuery } from './note.ports';
import type { StorageLimit } from '../storage/storage-limit';

/** Returns the IDs of the people whom a text of an author mentions (notifications.md 2). */
export type FindMentioned = (accountId: string, text: string, author: Actor) => Promise<readonly string[]>;

/** Use cases of notes (history.md 3, history.md 4). */
export class NoteUseCases {
  constructor(
    private readonly notes: NoteRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly findMentioned: FindMentioned,
    private readonly storage: StorageLimit,
  ) {}

  /** @throws DomainError `not_found` */
  async list(accountId: string, itemId: string, query: NotesQuery): Promise<Page<Note>> {
    const rows = await this.notes.list(accountId, itemId.toLowerCase(), query);
    if (!rows) throw feedbackNotFound();
    return pageOf(rows, query.limit);
  }

  /** @throws DomainError `not_found`, `conflict` */
  async write(accountId: string, itemId: string, input: Valid<NewNote>, author: Actor): Promise<Note> {
    this.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const note = newNote(accountId, itemId.toLowerCase(), input, author, { id: this.newId(now), now });
    const mentioned = await this.findMentioned(accountId, note.text, author);
    if (!(await this.notes.add(note, mentioned))) throw feedbackNotFound();
    return note;
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<void> {
    const isRemoved = await this.notes.remove(accountId, itemId.toLowerCase(), id.toLowerCase(), by);
    if (!isRemoved) throw noteNotFound();
  }

  /** Yields pages of all notes, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly Note[]> {
    for (let after: NotePlace | null = null; ;) {
      const page: readonly Note[] = await this.notes.listAll(accountId, after, PAGE_MAX);
      yield page;
      if (page.length < PAGE_MAX) return;
      after = page.at(-1)!;
    }
  }

  /** Deletes all notes of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.notes.removeAll(accountId);
  }
}
