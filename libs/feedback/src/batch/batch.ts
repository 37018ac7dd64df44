import { objectRule, optional, required, type Actor, type Instant, type ValuesOf } from '@libs/kernel';
import {
  consistent,
  feedbackChangeRule,
  feedbackNotFound,
  ITEM_FIELD_NAMES,
  type ChangeableField,
  type Feedback,
  type ValueChange,
} from '../items/feedback';
import { ASSIGNMENT, type Assignment } from '../items/assignee';
import { idRule } from '../items/feedback.rules';
import { ifMatchRule } from '../items/if-match';
import {
  differences,
  mergedItem,
  someMerged,
  versionRule,
  withValues,
  type WithoutMerge,
} from '../items/revision';
import { uniqueLinesRule } from './lines.rule';
import { assertFewTags, tagsAfter } from '../tags/tag.rules';

const READ_ONLY = { names: ITEM_FIELD_NAMES.filter((name) => name !== 'id'), verb: 'updated' } as const;
const LINE = { id: required(idRule), ...feedbackChangeRule.fields };
const CONDITIONAL_LINE = { ...LINE, if_match: optional(ifMatchRule) };
const lineRule = objectRule(CONDITIONAL_LINE, { readOnly: READ_ONLY });
const memberLineRule = objectRule({ ...LINE, ...ASSIGNMENT }, { readOnly: READ_ONLY });
/** A line of a batch (batch.md 1): the ID and the change of an item, regardless of its version. */
export type FeedbackUpdate = ValuesOf<typeof LINE> & Assignment;
/** As `FeedbackUpdate`, if the item has the version that the caller has read. */
export type ConditionalUpdate = ValuesOf<typeof CONDITIONAL_LINE>;

/** The body of a batch (batch.md 1). */
export const batchRule = objectRule({ updates: required(uniqueLinesRule(consistent(lineRule))) });
/** The body of a batch of a member, who can also assign items. */
export const memberBatchRule = objectRule({
  updates: required(uniqueLinesRule(consistent(memberLineRule))),
});
export type MemberUpdates = ValuesOf<typeof memberBatchRule.fields>;
export type FeedbackUpdates = { readonly updates: readonly FeedbackUpdate[] };

/** A batch that merges no item, its author, and its time. IDs are in lowercase and unique. */
export interface BatchRevision {
  readonly updates: readonly WithoutMerge<FeedbackUpdate>[];
  readonly by: Actor;
  readonly at: Instant;
  /** The path of an update in the request. Default: `updates[3].`. */
  readonly pathOf?: PathOf;
}

/** Returns the path of a line's fields in the errors of a request: empty, or `updates[3].`. */
export type PathOf = (index: number) => string;

/** The ID of an item and the version that the caller has read. */
export type ItemVersion = ValuesOf<typeof ITEM_VERSION>;
const ITEM_VERSION = { id: required(idRule), version: required(versionRule) };

/** The body of a batch deletion: 1 to 100 items with unique IDs, each with the version that may be deleted. */
export const removalsRule = objectRule({ items: required(uniqueLinesRule(objectRule(ITEM_VERSION))) });
export type Removals = ValuesOf<typeof removalsRule.fields>;

export interface BatchResult {
  /** The items after the batch, in the order of its lines. */
  readonly items: readonly Feedback[];
  /** The items that the batch changes, and the changed fields of each. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly ChangeableField[] }[];
}

/** The items of a batch, one per line. */
export interface RevisedItems {
  /** The items before the batch; null for an item that is not found. */
  readonly before: readonly (Feedback | null)[];
  /** The items after the batch; empty if an item is not found. */
  readonly after: readonly Feedback[];
}

/** Path of a line's fields in the errors of a batch of updates. */
export const linePath: PathOf = (index) => `updates[${index}].`;

/**
 * Returns the items after a batch.
 * @param before the items before the batch, one per line; null for an item that is not found
 * @throws DomainError `validation` if an item would have too many tags, `conflict` with every line that changes a merged
 *   item
 */
export function revisedAll(
  before: readonly (Feedback | null)[],
  { updates, at, pathOf = linePath }: Omit<BatchRevision, 'by'>,
): RevisedItems {
  if (before.includes(null)) return { before, after: [] };
  const after = before.map((item, i) => withValues(item!, changeOf(item!, updates[i]!, pathOf(i)), at));
  const issues = after.flatMap((item, i) =>
    item !== before[i] && item.merged_into !== null ? [mergedItem(pathOf(i), item)] : [],
  );
  if (issues.length > 0) throw someMerged(issues);
  return { before, after };
}

/** @throws DomainError `not_found` with every line whose item is not found */
export function batchResult({ before, after: items }: RevisedItems): BatchResult {
  const current = requireAllFound(before);
  const changed = items.flatMap((item, i) => {
    const fields = differences(current[i]!, item);
    return fields.length > 0 ? [{ id: item.id, fields }] : [];
  });
  return { items, changed };
}

/**
 * Returns the change of an item's own values by a line.
 * @param path of the line's fields
 * @throws DomainError `validation` if the item would have too many tags
 */
export function changeOf(current: Feedback, update: FeedbackUpdate, path: string): ValueChange {
  const {
    id: _,
    merged_into: _merge,
    add_tags: _added,
    remove_tags: _removed,
    notify: _told,
    ...change
  } = update;
  const tags = tagsAfter(current.tags, update);
  assertFewTags(tags, `${path}add_tags`);
  return tags === undefined ? change : { ...change, tags };
}

function requireAllFound(items: readonly (Feedback | null)[]): readonly Feedback[] {
  const missing = items.flatMap((item, i) => (item ? [] : [`${linePath(i)}id`]));
  if (missing.length > 0) throw feedbackNotFound(missing);
  return items as readonly Feedback[];
}
