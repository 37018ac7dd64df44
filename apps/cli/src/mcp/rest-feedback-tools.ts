import type { CallOptions, FeedbackClient, StatusFilter, Versioned } from '@libs/api-client';
import {
  ToolFailure,
  type BatchArguments,
  type ChangeListing,
  type ChangesArguments,
  type CreateArguments,
  type DeleteArguments,
  type Details,
  type FeedbackListing,
  type FeedbackStatistics,
  type FeedbackTools,
  type ListArguments,
  type NameOf,
  type Part,
  type SimilarItem,
  type StatsArguments,
  type UpdateArguments,
  type VersionedItem,
} from '@libs/mcp';
import { isId } from '../items/ids';
import { itemDetails } from './item-details';
import { RestChangelogTools } from './rest-changelog-tools';
import { listedChanges } from './listed-changes';
import { toToolFailure } from './tool-failure';

/** Limits a call including its retries. MCP clients give up after a minute, without an error from the tool. */
const TIMEOUT_MS = 30_000;

/** Implements the tools with the REST API. */
export class RestFeedbackTools implements FeedbackTools {
  readonly changelog: RestChangelogTools;
  readonly #client: FeedbackClient;
  readonly #endSignal: AbortSignal;
  readonly #newTimeout: () => AbortSignal;
  #key: Promise<{ readonly id: string; readonly name: string }> | undefined;

  /**
   * @param client waits at most a few seconds between attempts, so that a rate limit is reported instead of waited for
   * @param endSignal aborts pending calls
   * @param newTimeout returns a signal that aborts one call after its time limit
   */
  constructor(
    client: FeedbackClient,
    endSignal: AbortSignal,
    newTimeout: () => AbortSignal = () => AbortSignal.timeout(TIMEOUT_MS),
  ) {
    this.#client = client;
    this.changelog = new RestChangelogTools(client.changelog, (call, note) => this.#call(call, note));
    this.#endSignal = endSignal;
    this.#newTimeout = newTimeout;
  }

  async list({ status, tag, ...query }: ListArguments): Promise<FeedbackListing> {
    const listQuery = { status: status?.join(',') as StatusFilter, ...query, tag: tag?.join(',') };
    const { data, pagination } = await this.#call((options) => this.#client.list(listQuery, options));
    return { items: data, next_cursor: pagination.next_cursor };
  }

  async similarTo(idOrTitle: string): Promise<readonly SimilarItem[]> {
    const similar = (options: CallOptions) =>
      isId(idOrTitle)
        ? this.#client.similarTo(idOrTitle, options)
        : this.#client.similarToTitle(idOrTitle, options);
    return (await this.#call(similar)).data;
  }

  async get(id: string, parts: readonly Part[] = []): Promise<VersionedItem & Details> {
    const item = toVersionedItem(await this.#call((options) => this.#client.get(assertItemId(id), options)));
    if (parts.length === 0) return item;
    const nameOf = await this.#nameOf();
    const read = (options: CallOptions) => itemDetails(this.#client, id, parts, nameOf, options);
    return { ...item, ...(await this.#call(read)) };
  }

  async changes(query: ChangesArguments): Promise<ChangeListing> {
    const nameOf = await this.#nameOf();
    return this.#call((options) => listedChanges(this.#client, query, nameOf, options));
  }

  async stats(query: StatsArguments): Promise<FeedbackStatistics> {
    return (await this.#call((options) => this.#client.stats(query, options))).data;
  }

  async create({ idempotency_key: idempotencyKey, ...item }: CreateArguments) {
    const create = (options: CallOptions) =>
      this.#client.create(item, { source: 'mcp', idempotencyKey, ...options });
    return (await this.#call(create, 'The item may have been created. Check before you create it again.'))
      .data;
  }

  async update({ id, if_match, note, request, ...change }: UpdateArguments) {
    const itemId = assertItemId(id);
    const ifMatch = versionToEtag(if_match);
    const updated = await this.#call((options) =>
      this.#client.update(itemId, change, { ifMatch, ...options }),
    );
    if (request)
      await this.#call(
        (options) => this.#client.requests.add(itemId, request, { source: 'mcp', ...options }),
        'The item was updated. The request may have been added.',
      );
    await this.#writeNote(itemId, note);
    return request ? this.get(itemId) : toVersionedItem(updated);
  }

  async updateAll({ updates }: BatchArguments) {
    const lines = updates.map(({ note: _, ...line }) => line);
    const { data, changed } = await this.#call((options) => this.#client.batch(lines, options));
    for (const { id, note } of updates) await this.#writeNote(id, note);
    return { items: data, changed };
  }

  async #writeNote(id: string, text: string | undefined): Promise<void> {
    if (text === undefined) return;
    const create = (options: CallOptions) => this.#client.notes.create(id, text, options);
    await this.#call(create, 'The items were updated. The note may have been written.');
  }

  /** The API names no actors but the key of this connection. */
  async #nameOf(): Promise<NameOf> {
    this.#key ??= this.#call((options) => this.#client.key(options)).then(({ data }) => data);
    const { id, name } = await this.#key.catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return (actor) => (actor.id === id ? name : null);
  }

  async delete({ id, if_match }: DeleteArguments): Promise<void> {
    const ifMatch = versionToEtag(if_match);
    await this.#call((options) => this.#client.delete(assertItemId(id), { ifMatch, ...options }));
  }

  /** @param uncertainNote added to an error after which the request may have been applied */
  async #call<T>(call: (options: CallOptions) => Promise<T>, uncertainNote?: string): Promise<T> {
    try {
      return await call({ signal: AbortSignal.any([this.#endSignal, this.#newTimeout()]) });
    } catch (error) {
      throw toToolFailure(error, uncertainNote);
    }
  }
}

const versionToEtag = (version: number | undefined) => (version === undefined ? undefined : `"${version}"`);

/** The ETag of an item is its version (conventions.md 10). Compressing proxies make it weak or remove it. */
function toVersionedItem({ data, etag }: Versioned): VersionedItem {
  const version = /^(?:W\/)?"(\d+)(?:-[0-9a-f]+)?"$/.exec(etag ?? '')?.[1];
  return { item: data, ...(version !== undefined && { version: Number(version) }) };
}

/** Rejects malformed IDs. In a path, they could match another endpoint, such as the export of all items. */
function assertItemId(id: string): string {
  if (!isId(id)) throw new ToolFailure('not_found_error', 'Feedback item not found');
  return id;
}
