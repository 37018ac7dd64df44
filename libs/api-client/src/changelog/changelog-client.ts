import { allPages } from '../pages/all-pages';
import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { ApiCall, Transport } from '../rest/transport';
import type * as api from '../rest/types';

const CHANGELOG = '/changelog';

/** Entries about what has changed, as `changelog` of the client. */
export class ChangelogClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a page of entries, newest first. */
  list(query: api.ChangelogQuery = {}, options: api.CallOptions = {}): Promise<api.ChangelogPage> {
    return this.#json({
      operation: 'listChangelogEntries',
      method: 'GET',
      path: CHANGELOG,
      query,
      ...options,
    });
  }

  /** Yields all entries, and reads pages as needed, from the first one or a `cursor`; `limit` is the page size. */
  listAll(query: api.ChangelogQuery = {}, options: api.CallOptions = {}): api.ChangelogEntries {
    return allPages(query, (page) => this.list(page, options));
  }

  get(id: string, options: api.CallOptions = {}): Promise<api.ChangelogEntryResponse> {
    return this.#json({ operation: 'getChangelogEntry', method: 'GET', path: pathOf(id), ...options });
  }

  /** Creates a draft. Only repeated if the service has not handled it. */
  create(entry: api.NewChangelogEntry, options: api.CallOptions = {}): Promise<api.ChangelogEntryResponse> {
    return this.#json({
      operation: 'createChangelogEntry',
      method: 'POST',
      path: CHANGELOG,
      ...jsonBody(entry),
      retry: 'unless it may have been processed',
      ...options,
    });
  }

  /** Updates or publishes an entry. Missing fields stay unchanged. */
  update(
    id: string,
    change: api.ChangelogEntryChange,
    options: api.CallOptions = {},
  ): Promise<api.ChangelogEntryResponse> {
    return this.#json({
      operation: 'updateChangelogEntry',
      method: 'PATCH',
      path: pathOf(id),
      ...jsonBody(change),
      ...options,
    });
  }

  /** Deletes an entry. If a retry after a lost response returns 404, it counts as deleted. */
  async delete(id: string, options: api.CallOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteChangelogEntry',
      method: 'DELETE',
      path: pathOf(id),
      isAlreadyDone: ({ code }) => code === 'changelog_entry_not_found',
      ...options,
    });
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

const jsonBody = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const pathOf = (id: string): string => `${CHANGELOG}/${checkedId(id, 'a changelog entry')}`;
