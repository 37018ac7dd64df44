import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { Platform } from '../rest/platform';
import type { ApiCall, Transport } from '../rest/transport';
import type * as api from '../rest/types';

/** Internal notes about items, as `notes` of the client. */
export class NoteClient {
  readonly #transport: Transport;
  readonly #platform: Pick<Platform, 'newIdempotencyKey'>;

  /** @internal */
  constructor(transport: Transport, platform: Pick<Platform, 'newIdempotencyKey'>) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Returns a page of notes about an item, newest first. */
  list(itemId: string, query: api.PageQuery = {}, options: api.CallOptions = {}): Promise<api.NotePage> {
    return this.#json({ operation: 'listNotes', method: 'GET', path: pathOf(itemId), query, ...options });
  }

  /** Writes a note. Retries do not write it twice: see `idempotencyKey`. */
  create(
    itemId: string,
    note: string | api.NewNote,
    options: api.IdempotencyOptions = {},
  ): Promise<api.NoteResponse> {
    return this.#json(this.#addition(itemId, typeof note === 'string' ? { text: note } : note, options));
  }

  /** Writes up to 100 notes, all or none, such as the comments of another product. Retried as `create`. */
  createAll(
    itemId: string,
    notes: readonly api.NewNote[],
    options: api.IdempotencyOptions = {},
  ): Promise<api.NotesResponse> {
    return this.#json(this.#addition(itemId, { notes }, options));
  }

  /** Deletes a note. If a retry after a lost response returns 404, it counts as deleted. */
  async delete(itemId: string, noteId: string, options: api.CallOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteNote',
      method: 'DELETE',
      path: `${pathOf(itemId)}/${checkedId(noteId, 'a note')}`,
      isAlreadyDone: ({ code }) => code === 'note_not_found',
      ...options,
    });
  }

  #addition(itemId: string, body: object, { idempotencyKey, ...options }: api.IdempotencyOptions): ApiCall {
    const key = idempotencyKey ?? this.#platform.newIdempotencyKey();
    return {
      operation: 'createNote',
      method: 'POST',
      path: pathOf(itemId),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      ...options,
    };
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

const pathOf = (itemId: string): string => `/feedback/${checkedId(itemId, 'a feedback item')}/notes`;
