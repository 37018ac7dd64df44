import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { Transport } from '../rest/transport';
import type * as api from '../rest/types';

const TAGS = '/tags';

/** The tags of an account, as `tags` of the client. Items create tags by their names. */
export class TagClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns all tags in alphabetical order. */
  async list(options: api.CallOptions = {}): Promise<api.TagList> {
    return parseBody(
      await this.#transport.send({ operation: 'listTags', method: 'GET', path: TAGS, ...options }),
    );
  }

  /** Renames or recolors a tag. With the name of another tag, merges the two and returns that one. */
  async update(id: string, change: api.TagChange, options: api.CallOptions = {}): Promise<api.TagResponse> {
    return parseBody(
      await this.#transport.send({
        operation: 'updateTag',
        method: 'PATCH',
        path: pathOf(id),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
        ...options,
      }),
    );
  }

  /** Deletes a tag and removes it from all items. If a retry after a lost response returns 404, it counts as deleted. */
  async delete(id: string, options: api.CallOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteTag',
      method: 'DELETE',
      path: pathOf(id),
      isAlreadyDone: ({ code }) => code === 'tag_not_found',
      ...options,
    });
  }
}

const pathOf = (id: string): string => `${TAGS}/${checkedId(id, 'a tag')}`;
