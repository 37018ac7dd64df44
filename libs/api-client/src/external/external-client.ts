import { parseBody } from '../rest/response-body';
import type { ApiCall, ApiResponse, Transport } from '../rest/transport';
import type * as api from '../rest/types';

const EXTERNAL = '/feedback/external';
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Items by their IDs in another system, as `external` of the client. URLs cannot contain the external IDs `.` and `..`:
 * find such an item with `list({ external_id, merged: 'include' })`.
 */
export class ExternalClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get(externalId: string, options: api.CallOptions = {}): Promise<api.Versioned> {
    return toVersioned(
      await this.#transport.send({
        operation: 'getFeedbackByExternalId',
        method: 'GET',
        path: pathOf(externalId),
        ...options,
      }),
    );
  }

  /**
   * Updates an item. A retry after a lost response can fail because of its own change: with 412 if there is `ifMatch`,
   * with 404 if it changes the external ID.
   */
  async update(
    externalId: string,
    change: api.FeedbackChange,
    { ifMatch, signal }: api.ChangeOptions = {},
  ): Promise<api.Versioned> {
    return toVersioned(
      await this.#transport.send({
        operation: 'updateFeedbackByExternalId',
        method: 'PATCH',
        path: pathOf(externalId),
        headers: { ...JSON_TYPE, 'if-match': ifMatch },
        body: JSON.stringify(change),
        signal,
      }),
    );
  }

  /** Deletes an item. If a retry after a lost response returns 404, the item counts as deleted. */
  async delete(externalId: string, { ifMatch, signal }: api.ChangeOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteFeedbackByExternalId',
      method: 'DELETE',
      path: pathOf(externalId),
      headers: { 'if-match': ifMatch },
      isAlreadyDone: ({ code }) => code === 'feedback_not_found',
      signal,
    });
  }
}

/**
 * The external ID is in the body if the path cannot contain it.
 * @internal
 */
export function upsertCall(
  externalId: string,
  item: api.FeedbackUpsert,
  { ifMatch, signal }: api.ChangeOptions,
): ApiCall {
  const headers = { ...JSON_TYPE, 'if-match': ifMatch };
  const target = fitsPath(externalId)
    ? { operation: 'upsertFeedback', path: pathOf(externalId), body: JSON.stringify(item) }
    : {
        operation: 'upsertFeedbackByBody',
        path: EXTERNAL,
        body: JSON.stringify({ ...item, external_id: externalId }),
      };
  return { method: 'PUT', headers, signal, ...target };
}

/** @internal */
export function toVersioned(response: ApiResponse): api.Versioned {
  return { data: parseBody<api.Versioned>(response).data, etag: response.headers.get('etag') };
}

/** URLs cannot contain an empty part, `.`, or `..`, even percent-encoded. */
const fitsPath = (externalId: string): boolean =>
  !['', '.', '..'].includes(externalId) && !/\p{Surrogate}/u.test(externalId);

/** @throws TypeError if the path cannot contain the external ID */
function pathOf(externalId: string): string {
  if (!fitsPath(externalId))
    throw new TypeError('externalId must be text other than . and .., without lone surrogates');
  return `${EXTERNAL}/${encodeURIComponent(externalId)}`;
}
