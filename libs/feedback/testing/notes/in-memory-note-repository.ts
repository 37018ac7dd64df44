import type { Actor } from '@libs/kernel';
import type { AddedNote, Note, NotePlace, NoteRepository, NotesQuery } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryNoteRepository implements NoteRepository {
  private notes: readonly Note[] = [];
  /** Who was told about which note. */
  readonly mentions: { readonly noteId: string; readonly personId: string }[] = [];

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, id) => {
      if (id !== undefined) this.keep((note) => note.accountId !== accountId || note.itemId !== id);
    });
  }

  async add(notes: readonly AddedNote[]): Promise<boolean> {
    const { accountId, itemId } = notes[0]!.note;
    // First, so that a deletion in the meantime finds them.
    this.notes = [...this.notes, ...notes.map(({ note }) => note)];
    if (await this.items.find(accountId, itemId)) {
      for (const { note, mentioned } of notes) {
        this.record('note_created', note, note.author);
        this.mentions.push(...mentioned.map((personId) => ({ noteId: note.id, personId })));
      }
      return true;
    }
    const ids = new Set(notes.map(({ note }) => note.id));
    this.keep(({ id }) => !ids.has(id));
    return false;
  }

  async list(
    accountId: string,
    itemId: string,
    { limit, after }: NotesQuery,
  ): Promise<readonly Note[] | null> {
    if (!(await this.items.find(accountId, itemId))) return null;
    return this.of(accountId)
      .filter((note) => note.itemId === itemId && (after === undefined || note.id < after))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean> {
    const before = this.notes.length;
    const note = this.notes.find(
      (one) => one.accountId === accountId && one.itemId === itemId && one.id === id,
    );
    if (note) this.record('note_deleted', note, by);
    this.keep((note) => note.accountId !== accountId || note.itemId !== itemId || note.id !== id);
    return this.notes.length < before;
  }

  private record(kind: 'note_created' | 'note_deleted', note: Note, actor: Actor): void {
    this.items.record(note.accountId, { kind, actor, at: new Date().toISOString(), note });
  }

  async listAll(accountId: string, after: NotePlace | null, limit: number): Promise<readonly Note[]> {
    const keyOf = ({ itemId, id }: NotePlace) => `${itemId} ${id}`;
    return this.of(accountId)
      .filter((note) => after === null || keyOf(note) > keyOf(after))
      .toSorted((a, b) => (keyOf(a) > keyOf(b) ? 1 : -1))
      .slice(0, limit);
  }

  async removeAll(accountId: string): Promise<void> {
    this.keep((note) => note.accountId !== accountId);
  }

  private of(accountId: string): readonly Note[] {
    return this.notes.filter((note) => note.accountId === accountId);
  }

  private keep(predicate: (note: Note) => boolean): void {
    this.notes = this.notes.filter(predicate);
  }
}
