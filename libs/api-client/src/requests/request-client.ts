import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { ApiCall, Transport } from '../rest/transport';
import type * as api from '../rest/types';

/** Who asks for items, as `requests` of the client. */
export class RequestClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a page of requests for an item and its duplicates, newest first. */
  list(itemId: string, query: api.PageQuery = {}, options: api.CallOptions = {}): Promise<api.RequestPage> {
    return this.#json({ operation: 'listRequests', method: 'GET', path: pathOf(itemId), query, ...options });
  }

  /**
   * Adds 1 to 100 requests, all or none. The email address of a request that exists updates that one. Only repeated if
   * the service has not handled it, so that no request without an address is added twice.
   */
  add(
    itemId: string,
    requests: readonly api.NewRequest[],
    { source, ...options }: api.AddRequestsOptions = {},
  ): Promise<{ readonly data: readonly api.FeedbackRequest[] }> {
    return this.#json({
      operation: 'createRequests',
      method: 'POST',
      path: pathOf(itemId),
      query: { source },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
      retry: 'unless it may have been processed',
      ...options,
    });
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

const pathOf = (itemId: string): string => `/feedback/${checkedId(itemId, 'a feedback item')}/requests`;
