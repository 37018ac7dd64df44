import { toVersioned } from '../external/external-client';
import { checkedId } from '../rest/checked-id';
import type { Transport } from '../rest/transport';
import type * as api from '../rest/types';

/** Public cards of items, as `cards` of the client. */
export class PublicCardClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Publishes an item with a title and a text of its own, or replaces its card. With `ifMatch`, a retry after a lost
   * response can fail with 412 because of its own change.
   */
  async publish(
    id: string,
    card: api.PublicCard,
    { ifMatch, signal }: api.ChangeOptions = {},
  ): Promise<api.Versioned> {
    return toVersioned(
      await this.#transport.send({
        operation: 'publishFeedback',
        method: 'PUT',
        path: pathOf(id),
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
        body: JSON.stringify(card),
        signal,
      }),
    );
  }

  /** Makes an item private again. See `publish` for `ifMatch`. */
  async end(id: string, { ifMatch, signal }: api.ChangeOptions = {}): Promise<api.Versioned> {
    return toVersioned(
      await this.#transport.send({
        operation: 'unpublishFeedback',
        method: 'DELETE',
        path: pathOf(id),
        headers: { 'if-match': ifMatch },
        signal,
      }),
    );
  }
}

const pathOf = (id: string): string => `/feedback/${checkedId(id, 'a feedback item')}/public`;
