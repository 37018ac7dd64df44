import { PAGE_MAX, pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import type { IdempotentRequest, StoredResponse } from '../idempotency/idempotency';
import type { IdempotencyRepository } from '../idempotency/idempotency.ports';
import { feedbackNotFound } from '../items/feedback';
import { isMoved, newNote, noteNotFound, type NewNote, type Note } from './note';
import type { AddedNote, NotePlace, NoteRepository, NotesQuery } from './note.ports';
import type { StorageLimit } from '../storage/storage-limit';

/** Returns the IDs of the people whom each text of an author mentions (notifications.md 2). */
export type FindMentioned = (
  accountId: string,
  texts: readonly string[],
  author: Actor,
) => Promise<readonly (readonly string[])[]>;

interface NotePorts {
  readonly notes: NoteRepository;
  readonly writes: Pick<IdempotencyRepository, 'addNotes' | 'isKnown'>;
  readonly findMentioned: FindMentioned;
  readonly storage: StorageLimit;
}

/** Use cases of notes (history.md 3, history.md 4). */
export class NoteUseCases {
  constructor(
    private readonly ports: NotePorts,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /** @throws DomainError `not_found` */
  async list(accountId: string, itemId: string, query: NotesQuery): Promise<Page<Note>> {
    const rows = await this.ports.notes.list(accountId, itemId.toLowerCase(), query);
    if (!rows) throw feedbackNotFound();
    return pageOf(rows, query.limit);
  }

  /**
   * Writes all notes or none, and returns them in their order.
   * @throws DomainError `not_found`, `conflict`
   */
  async write(
    accountId: string,
    itemId: string,
    inputs: Valid<readonly NewNote[]>,
    author: Actor,
  ): Promise<readonly Note[]> {
    this.ports.storage.assertBelowStorageLimit(accountId);
    const notes = await this.compose(accountId, itemId, inputs, author, this.clock());
    if (!(await this.ports.notes.add(notes))) throw feedbackNotFound();
    return notes.map(({ note }) => note);
  }

  /**
   * As `write`, but takes effect once (idempotency.md 2).
   * @throws DomainError `not_found`, `idempotency`, `conflict`
   */
  async writeOnce(
    accountId: string,
    itemId: string,
    inputs: Valid<readonly NewNote[]>,
    author: Actor,
    request: IdempotentRequest,
    respond: (notes: readonly Note[]) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    const { storage, writes } = this.ports;
    // A repeated request gets its response, also if the account is full.
    if (!(await writes.isKnown(accountId, request, now.toISOString())))
      storage.assertBelowStorageLimit(accountId);
    const notes = await this.compose(accountId, itemId, inputs, author, now);
    const response = respond(notes.map(({ note }) => note));
    return writes.addNotes(notes, now.toISOString(), request, response);
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<void> {
    const isRemoved = await this.ports.notes.remove(accountId, itemId.toLowerCase(), id.toLowerCase(), by);
    if (!isRemoved) throw noteNotFound();
  }

  /** Yields pages of all notes, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly Note[]> {
    for (let after: NotePlace | null = null; ;) {
      const page: readonly Note[] = await this.ports.notes.listAll(accountId, after, PAGE_MAX);
      yield page;
      if (page.length < PAGE_MAX) return;
      after = page.at(-1)!;
    }
  }

  /** Deletes all notes of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.ports.notes.removeAll(accountId);
  }

  private async compose(
    accountId: string,
    itemId: string,
    inputs: Valid<readonly NewNote[]>,
    author: Actor,
    now: Date,
  ): Promise<readonly AddedNote[]> {
    const notes = inputs.map((input) =>
      newNote(accountId, itemId.toLowerCase(), input, author, { newId: this.newId, now }),
    );
    const texts = notes.map(({ text }, i) => (isMoved(inputs[i]!) ? '' : text));
    const mentioned = await this.ports.findMentioned(accountId, texts, author);
    return notes.map((note, i) => ({ note, mentioned: mentioned[i]! }));
  }
}
