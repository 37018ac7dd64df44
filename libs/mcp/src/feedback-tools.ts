import type { ChangeableField, ItemJson } from '@libs/feedback';
import type { Valid, ValuesOf } from '@libs/kernel';
import type { ChangelogTools } from './changelog-tools';
import type { Change } from './changes';
import type { Details } from './details';
import type { ARGUMENTS, Part } from './rules';

/** An item as the API returns it. */
export type Item = ItemJson;

/** An item and its version: 1 when created, plus 1 per change. Absent if the service did not return it. */
export interface VersionedItem {
  readonly item: Item;
  readonly version?: number;
}

type ArgumentsOf<Tool extends keyof typeof ARGUMENTS> = Valid<ValuesOf<(typeof ARGUMENTS)[Tool]['fields']>>;

/** Filters, `sort`, `limit`, and `cursor` (lists.md 1). Tools can also list merged items. */
export type ListArguments = Omit<ValuesOf<(typeof ARGUMENTS)['list']['fields']>, 'similar_to' | 'fields'> & {
  readonly merged?: 'include';
};
/** Changes at or after `since`, and a page of them. */
export type ChangesArguments = ArgumentsOf<'changes'>;
/** `metric`, `by`, and the range (insights.md 1). */
export type StatsArguments = ArgumentsOf<'stats'>;
export type CreateArguments = ArgumentsOf<'create'>;
/**
 * Absent fields stay unchanged; `description: null` clears it, and `merged_into: null` unmerges. `if_match` is the version
 * that the item must have. Then `request` and `note` are added.
 */
export type UpdateArguments = ArgumentsOf<'update'>;
export type BatchArguments = ArgumentsOf<'updateAll'>;
export type DeleteArguments = ArgumentsOf<'delete'>;

/** The result of a batch. */
export interface BatchOutcome {
  /** The items after the batch, in the order of its lines. */
  readonly items: readonly Item[];
  /** The items that the batch changed, and the changed fields of each. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly ChangeableField[] }[];
}

export interface FeedbackListing {
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

/** An item that may be a duplicate, and how similar it is, from 0 to 1. */
export type SimilarItem = Item & { readonly score: number };

export interface ChangeListing {
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

/** The value of a bucket or of a group. */
interface StatsValue {
  readonly count: number;
  /** Only for durations; null if `count` is 0. */
  readonly median_seconds?: number | null;
}

/** A value and, with a grouping, the value of each group. */
export interface StatsGroups extends StatsValue {
  readonly groups?: readonly (StatsValue & { readonly name: string })[];
}

/** Statistics as the API returns them (insights.md 1). */
export interface FeedbackStatistics {
  readonly from: string;
  readonly to: string;
  readonly total: StatsGroups;
  /** Without gaps, oldest first. */
  readonly buckets: readonly (StatsGroups & { readonly from: string })[];
}

/**
 * Runs the tools of mcp.md 4 for one account: in the service on use cases, in the command line tool over REST.
 * Every method throws `ToolFailure` for errors that the caller can act on: `not_found_error` if the account has no such
 * item, `precondition_failed_error` if `if_match` is not the stored version, `idempotency_error` or `conflict_error` as
 * in idempotency.md 3, `rate_limit_error` if a limit is exceeded.
 */
export interface FeedbackTools {
  readonly changelog: ChangelogTools;
  /** Returns items with complete descriptions. @throws ToolFailure `validation_error` for a cursor of another list */
  list(query: ListArguments): Promise<FeedbackListing>;
  /** Returns up to 5 items that are similar to an item, or to a title, best first. */
  similarTo(idOrTitle: string): Promise<readonly SimilarItem[]>;
  /** Returns the item with the newest of its parts. */
  get(id: string, parts?: readonly Part[]): Promise<VersionedItem & Details>;
  /** @throws ToolFailure `validation_error` for a cursor of another list */
  changes(query: ChangesArguments): Promise<ChangeListing>;
  /** @throws ToolFailure `validation_error` for an invalid range or grouping */
  stats(query: StatsArguments): Promise<FeedbackStatistics>;
  /** Creates an item with source `mcp`; with an `idempotency_key`, once within 24 hours. */
  create(item: CreateArguments): Promise<Item>;
  /** Overwrites the given fields and returns the item after the update. */
  update(update: UpdateArguments): Promise<VersionedItem>;
  /** Updates all items or none, and then writes the notes. */
  updateAll(batch: BatchArguments): Promise<BatchOutcome>;
  /** Deletes the item permanently. */
  delete(item: DeleteArguments): Promise<void>;
}

/** An error that a model can act on, with the messages of the API (conventions.md 6). */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  /**
   * @param type `error.type` of the API
   * @param details messages of further errors of the same input
   */
  constructor(
    readonly type: string,
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }

  /**
   * Converts an error of the API, with one line per further entry of `details`. Skips the first entry, because it is
   * the message. For items that are not found, all messages are equal, so each line adds the `param` of its item. For
   * merged items, a line names the target of each.
   * @param mergedInto target of the item that is not in `details`
   */
  static of(
    type: string,
    message: string,
    details: readonly ErrorDetail[] = [],
    mergedInto?: string | null,
  ): ToolFailure {
    const targets = details.flatMap(({ param, merged_into: target }) =>
      target === undefined ? [] : [`Merged into ${target}: ${param}`],
    );
    if (targets.length > 0) return new ToolFailure(type, message, targets);
    if (mergedInto) return new ToolFailure(type, message, [`Merged into ${mergedInto}`]);
    const further =
      type === 'not_found_error'
        ? details.map((detail) => `${detail.message}: ${detail.param}`)
        : details.slice(1).map((detail) => detail.message);
    return new ToolFailure(type, message, further);
  }
}

/** One of `error.details` (conventions.md 4). */
export interface ErrorDetail {
  readonly param?: string;
  readonly message: string;
  /** ID of the item that the item of this entry is merged into. */
  readonly merged_into?: string;
}
