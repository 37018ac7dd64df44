import type { CallOptions, FeedbackClient, Versioned } from '@libs/api-client';
import {
  ToolFailure,
  type BatchArguments,
  type CreateArguments,
  type DeleteArguments,
  type FeedbackListing,
  type FeedbackTools,
  type ListArguments,
  type UpdateArguments,
  type VersionedItem,
} from '@libs/mcp';
import { isId } from '../items/ids';
import { toToolFailure } from './tool-failure';

/** What one call may take, repetitions and all: hosts give up after a minute, and then nobody hears why. */
const TIMEOUT_MS = 30_000;

/** Tools that speak REST. */
export class RestFeedbackTools implements FeedbackTools {
  readonly #client: FeedbackClient;
  readonly #endSignal: AbortSignal;
  readonly #newTimeout: () => AbortSignal;

  /**
   * @param client waits for seconds at most between its attempts, so that a limit is said and not sat out
   * @param endSignal aborts what is under way
   * @param newTimeout when a call has taken too long
   */
  constructor(
    client: FeedbackClient,
    endSignal: AbortSignal,
    newTimeout: () => AbortSignal = () => AbortSignal.timeout(TIMEOUT_MS),
  ) {
    this.#client = client;
    this.#endSignal = endSignal;
    this.#newTimeout = newTimeout;
  }

  async list(query: ListArguments): Promise<FeedbackListing> {
    const { data, pagination } = await this.#call((options) => this.#client.list(query, options));
    return { items: data, next_cursor: pagination.next_cursor };
  }

  async get(id: string) {
    return toVersionedItem(await this.#call((options) => this.#client.get(assertItemId(id), options)));
  }

  async create({ idempotency_key: idempotencyKey, ...item }: CreateArguments) {
    const create = (options: CallOptions) =>
      this.#client.create(item, { source: 'mcp', idempotencyKey, ...options });
    return (
      await this.#call(create, 'The item may have been created. Check before you create it again.')
    ).data;
  }

  async update({ id, if_match, ...change }: UpdateArguments) {
    const ifMatch = versionToEtag(if_match);
    return toVersionedItem(
      await this.#call((options) => this.#client.update(assertItemId(id), change, { ifMatch, ...options })),
    );
  }

  async updateAll({ updates }: BatchArguments) {
    const { data, changed } = await this.#call((options) => this.#client.batch(updates, options));
    return { items: data, changed };
  }

  async delete({ id, if_match }: DeleteArguments): Promise<void> {
    const ifMatch = versionToEtag(if_match);
    await this.#call((options) => this.#client.delete(assertItemId(id), { ifMatch, ...options }));
  }

  /** @param uncertainNote what to add where it is not known whether the service did it */
  async #call<T>(call: (options: CallOptions) => Promise<T>, uncertainNote?: string): Promise<T> {
    try {
      return await call({ signal: AbortSignal.any([this.#endSignal, this.#newTimeout()]) });
    } catch (error) {
      throw toToolFailure(error, uncertainNote);
    }
  }
}

const versionToEtag = (version: number | undefined) => (version === undefined ? undefined : `"${version}"`);

/** The ETag of an item is its version (conventions.md 10). Proxies that compress make it weak, or drop it. */
function toVersionedItem({ data, etag }: Versioned): VersionedItem {
  const version = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1];
  return { item: data, ...(version !== undefined && { version: Number(version) }) };
}

/** What is no id names no item; in an address it would name something else, the export of all of them for one. */
function assertItemId(id: string): string {
  if (!isId(id)) throw new ToolFailure('not_found_error', 'Feedback item not found');
  return id;
}
