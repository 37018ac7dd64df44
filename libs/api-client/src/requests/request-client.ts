import { allPages } from '../pages/all-pages';
import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { ApiCall, RetryPolicy, Transport } from '../rest/transport';
import type * as api from '../rest/types';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Who asks for items, as `requests` of the client. */
export class RequestClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a page of the requests for an item and its duplicates, newest first, submissions included. */
  list(itemId: string, query: api.PageQuery = {}, options: api.CallOptions = {}): Promise<api.RequestPage> {
    return this.#json({ operation: 'listRequests', method: 'GET', path: pathOf(itemId), query, ...options });
  }

  /** Yields all requests, and reads pages as needed, from the first one or a `cursor`; `limit` is the page size. */
  listAll(itemId: string, query: api.PageQuery = {}, options: api.CallOptions = {}): api.Requests {
    return allPages(query, (page) => this.list(itemId, page, options));
  }

  /** Returns a request of the item itself. The submission has the ID of the item. */
  get(itemId: string, requestId: string, options: api.CallOptions = {}): Promise<api.RequestResponse> {
    const path = pathOf(itemId, requestId);
    return this.#json({ operation: 'getRequest', method: 'GET', path, ...options });
  }

  /**
   * Adds a request, or updates that of the same address. Without an address, only repeated if the service has not handled
   * it, so that nothing is counted twice.
   */
  async add(
    itemId: string,
    request: api.NewRequest,
    options: api.AddRequestOptions = {},
  ): Promise<api.AddedRequest> {
    const response = await this.#transport.send(this.#addition(itemId, request, [request], options));
    return { ...parseBody<api.RequestResponse>(response), created: response.status === 201 };
  }

  /**
   * Adds up to 100 requests, all or none. Returns one for each, in their order. Repeated as `add` if one of them has no
   * address.
   */
  async addAll(
    itemId: string,
    requests: readonly api.NewRequest[],
    options: api.AddRequestOptions = {},
  ): Promise<api.AddedRequests> {
    return this.#json(this.#addition(itemId, { requests }, requests, options));
  }

  /** Updates a request. Missing fields stay unchanged, and null clears a field. */
  update(
    itemId: string,
    requestId: string,
    change: api.RequestChange,
    options: api.CallOptions = {},
  ): Promise<api.RequestResponse> {
    return this.#json({
      operation: 'updateRequest',
      method: 'PATCH',
      path: pathOf(itemId, requestId),
      headers: JSON_TYPE,
      body: JSON.stringify(change),
      ...options,
    });
  }

  /** Deletes a request. If a retry after a lost response returns 404, it counts as deleted. */
  async delete(itemId: string, requestId: string, options: api.CallOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteRequest',
      method: 'DELETE',
      path: pathOf(itemId, requestId),
      isAlreadyDone: ({ code }) => code === 'request_not_found',
      ...options,
    });
  }

  #addition(
    itemId: string,
    body: object,
    requests: readonly api.NewRequest[],
    { source, ...options }: api.AddRequestOptions,
  ): ApiCall {
    return {
      operation: 'createRequests',
      method: 'POST',
      path: pathOf(itemId),
      query: { source },
      headers: JSON_TYPE,
      body: JSON.stringify(body),
      retry: retryOf(requests),
      ...options,
    };
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

/** An address asks once for an item, so that repeating its request changes nothing. */
const retryOf = (requests: readonly api.NewRequest[]): RetryPolicy =>
  requests.every(({ email }) => email) ? 'after any failure' : 'unless it may have been processed';

const pathOf = (itemId: string, requestId?: string): string => {
  const requests = `/feedback/${checkedId(itemId, 'a feedback item')}/requests`;
  return requestId === undefined ? requests : `${requests}/${checkedId(requestId, 'a request')}`;
};
