import type { FeedbackChange, FeedbackJson } from '@libs/feedback';
import type { Valid, ValuesOf } from '@libs/kernel';
import type { ARGUMENTS } from './rules';

/** As the API answers it; where an item came from is an open set (items.md 2). */
export type Item = Omit<FeedbackJson, 'source'> & { readonly source: string };

/** `version` counts the changes of the item; absent where the service did not return it. */
export interface VersionedItem {
  readonly item: Item;
  readonly version?: number;
}

type ArgumentsOf<Tool extends keyof typeof ARGUMENTS> = Valid<ValuesOf<(typeof ARGUMENTS)[Tool]['fields']>>;

/** Which items and how many; filters, `sort` and `limit` as in lists.md 1. */
export type ListArguments = ArgumentsOf<'list'>;
export type CreateArguments = ArgumentsOf<'create'>;
/** What is absent stays as it is; `description: null` clears it. With `if_match` only while it has this version. */
export type UpdateArguments = ArgumentsOf<'update'>;
export type BatchArguments = ArgumentsOf<'updateAll'>;
export type DeleteArguments = ArgumentsOf<'delete'>;

/** What a batch did. */
export interface BatchOutcome {
  /** After the batch, in the order asked. */
  readonly items: readonly Item[];
  /** Those of them that it changed, and in which fields. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly (keyof FeedbackChange)[] }[];
}

export interface FeedbackListing {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * Where the tools of mcp.md 4 work: in the service on use cases, in the command line tool over REST. It knows whose
 * key is used.
 * Every method throws `ToolFailure` for what the one who asked can do something about.
 */
export interface FeedbackTools {
  list(query: ListArguments): Promise<FeedbackListing>;
  get(id: string): Promise<VersionedItem>;
  create(item: CreateArguments): Promise<Item>;
  update(update: UpdateArguments): Promise<VersionedItem>;
  /** All of them or none. */
  updateAll(batch: BatchArguments): Promise<BatchOutcome>;
  delete(item: DeleteArguments): Promise<void>;
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
