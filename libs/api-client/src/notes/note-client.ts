import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { ApiCall, Transport } from '../rest/transport';
import type * as api from '../rest/types';

/** Internal notes about items, as `notes` of the client. */
export class NoteClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a page of notes about an item, newest first. */
  list(itemId: string, query: api.PageQuery = {}, options: api.CallOptions = {}): Promise<api.NotePage> {
    return this.#json({ operation: 'listNotes', method: 'GET', path: pathOf(itemId), query, ...options });
  }

  /** Writes a note. Only repeated if the service has not handled it, so that no note is written twice. */
  create(itemId: string, text: string, options: api.CallOptions = {}): Promise<api.NoteResponse> {
    return this.#json({
      operation: 'createNote',
      method: 'POST',
      path: pathOf(itemId),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      retry: 'unless it may have been processed',
      ...options,
    });
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

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

const pathOf = (itemId: string): string => `/feedback/${checkedId(itemId, 'a feedback item')}/notes`;
