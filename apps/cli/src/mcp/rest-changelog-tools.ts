import type { CallOptions, FeedbackClient } from '@libs/api-client';
import type { EntryChange } from '@libs/feedback';
import type { Valid } from '@libs/kernel';
import {
  ToolFailure,
  type ChangelogTools,
  type EntriesArguments,
  type EntryListing,
  type NewEntryArguments,
} from '@libs/mcp';
import { isId } from '../items/ids';

/** Runs a request. @param uncertainNote added to an error after which the request may have been applied */
type Call = <T>(call: (options: CallOptions) => Promise<T>, uncertainNote?: string) => Promise<T>;

/** Implements the tools of the changelog with the REST API. */
export class RestChangelogTools implements ChangelogTools {
  readonly #client: FeedbackClient['changelog'];
  readonly #call: Call;

  constructor(client: FeedbackClient['changelog'], call: Call) {
    this.#client = client;
    this.#call = call;
  }

  async list(query: EntriesArguments): Promise<EntryListing> {
    const { data, pagination } = await this.#call((options) => this.#client.list(query, options));
    return { entries: data, next_cursor: pagination.next_cursor };
  }

  async get(id: string) {
    return (await this.#call((options) => this.#client.get(assertEntryId(id), options))).data;
  }

  async create(entry: NewEntryArguments) {
    const create = (options: CallOptions) => this.#client.create(entry, options);
    return (await this.#call(create, 'The entry may have been created. Check before you create it again.'))
      .data;
  }

  async change(id: string, change: Valid<EntryChange>) {
    return (await this.#call((options) => this.#client.update(assertEntryId(id), change, options))).data;
  }

  async delete(id: string): Promise<void> {
    await this.#call((options) => this.#client.delete(assertEntryId(id), options));
  }
}

/** Rejects malformed IDs, as `GET /changelog/:id` does, without a request. */
function assertEntryId(id: string): string {
  if (!isId(id)) throw new ToolFailure('not_found_error', 'Changelog entry not found');
  return id;
}
