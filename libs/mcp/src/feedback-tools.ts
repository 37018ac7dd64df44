import type { FeedbackJson, Sort, Status } from '@libs/feedback';

/** As the API answers it; where an item came from is an open set (items.md 2). */
export type Item = Omit<FeedbackJson, 'source'> & { readonly source: string };

/** `version` counts the changes of the item; absent where the service did not return it. */
export interface VersionedItem {
  readonly item: Item;
  readonly version?: number;
}

/** Which items and how many; filters, `sort` and `limit` as in lists.md 1. */
export interface ListArguments {
  readonly status?: Status;
  readonly q?: string;
  readonly submitter_email?: string;
  /** Times are RFC 3339 with an offset. */
  readonly created_after?: string;
  readonly created_before?: string;
  readonly updated_after?: string;
  readonly sort?: Sort;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface CreateArguments {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
  readonly idempotency_key?: string;
}

/** What is absent stays as it is; `description: null` clears it. */
export interface UpdateArguments {
  readonly id: string;
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
}

/** Changes or deletes the item only while it has this version. */
export interface Condition {
  readonly if_match?: number;
}

/** What a batch did. */
export interface BatchOutcome {
  /** After the batch, in the order asked. */
  readonly items: readonly Item[];
  /** Those of them that it changed, and in which fields. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly ChangedField[] }[];
}

export type ChangedField = 'title' | 'description' | 'status';

export interface FeedbackListing {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * Where the tools of mcp.md 4 work: in the service on use cases, in the command line tool over REST. It knows whose
 * key is used. What is asked has been held against the tools' schemas before.
 * Every method throws `ToolFailure` for what the one who asked can do something about.
 */
export interface FeedbackTools {
  list(query: ListArguments): Promise<FeedbackListing>;
  get(id: string): Promise<VersionedItem>;
  create(item: CreateArguments): Promise<Item>;
  update(update: UpdateArguments & Condition): Promise<VersionedItem>;
  /** All of them or none. */
  updateAll(updates: readonly UpdateArguments[]): Promise<BatchOutcome>;
  delete(item: { readonly id: string } & Condition): Promise<void>;
}

/** A refusal that a model can act on, in the words of the API's errors (conventions.md 6). */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  /**
   * @param type `error.type` of the API
   * @param details further faults of the same input, a sentence each
   */
  constructor(
    readonly type: string,
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }

  /**
   * What an error of the API says, its `details` a line each. The first of them is the message itself, but for items
   * that are not there: those all say the same, so each says which it is.
   */
  static of(type: string, message: string, details: readonly ToldFault[] = []): ToolFailure {
    const further =
      type === 'not_found_error'
        ? details.map((fault) => `${fault.message}: ${fault.param}`)
        : details.slice(1).map((fault) => fault.message);
    return new ToolFailure(type, message, further);
  }
}

/** One of `error.details` (conventions.md 4). */
export interface ToldFault {
  readonly param?: string;
  readonly message: string;
}
