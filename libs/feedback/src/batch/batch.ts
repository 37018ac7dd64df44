import {
  emptyField,
  invalidValue,
  isOfType,
  objectRule,
  optional,
  required,
  type Actor,
  type Instant,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import {
  feedbackChangeRule,
  feedbackNotFound,
  ITEM_FIELD_NAMES,
  type Feedback,
  type FeedbackChange,
} from '../items/feedback';
import { idRule } from '../items/feedback.rules';
import { changedFields, revised, versionRule } from '../items/revision';
import { PAGE_MAX } from '../lists/list';
import { assertFewTags, ITEM_TAGS_MAX, tagsAfter, tagsRule } from '../tags/tag.rules';

/** Maximum number of lines in a batch, equal to the maximum page size of a list. */
export const BATCH_MAX = PAGE_MAX;

/** Fields of a line that add tags to those of the item, and remove some of them. */
export const TAG_CHANGES = { add_tags: optional(tagsRule), remove_tags: optional(tagsRule) };

const FIELDS = objectRule(
  { id: required(idRule), ...feedbackChangeRule.fields, ...TAG_CHANGES },
  { readOnly: { names: ITEM_FIELD_NAMES.filter((name) => name !== 'id'), verb: 'updated' } },
);
/** A line of a batch (batch.md 1): the ID and the change of an item, regardless of its version. */
export type FeedbackUpdate = ValuesOf<typeof FIELDS.fields>;

const UPDATE: Rule<FeedbackUpdate> = {
  schema: FIELDS.schema,
  read(value, param, issues) {
    const line = FIELDS.read(value, param, issues);
    for (const name of ['add_tags', 'remove_tags'] as const) {
      if (line.tags !== undefined && line[name] !== undefined)
        issues.push(invalidValue(`${param}.${name}`, 'must not be combined with tags'));
    }
    return line;
  },
};

/** The body of a batch (batch.md 1). */
export const batchRule = objectRule({ updates: required(linesRule(UPDATE)) });
export type FeedbackUpdates = ValuesOf<typeof batchRule.fields>;

/** A batch, its author, and its time. IDs are in lowercase and unique. */
export interface BatchRevision {
  readonly updates: readonly FeedbackUpdate[];
  readonly by: Actor;
  readonly at: Instant;
}

/** The ID of an item and the version that the caller has read. */
export type ItemVersion = ValuesOf<typeof ITEM_VERSION>;
const ITEM_VERSION = { id: required(idRule), version: required(versionRule) };

/** The body of a batch deletion: 1 to 100 items with unique IDs, each with the version that may be deleted. */
export const removalsRule = objectRule({ items: required(linesRule(objectRule(ITEM_VERSION))) });
export type Removals = ValuesOf<typeof removalsRule.fields>;

export interface BatchResult {
  /** The items after the batch, in the order of its lines. */
  readonly items: readonly Feedback[];
  /** The items that the batch changes, and the changed fields of each. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly (keyof FeedbackChange)[] }[];
}

/**
 * @param before the items before the batch, one per line; null for an item that is not found
 * @throws DomainError `not_found` with every line whose item is not found, `validation` if an item would have too many
 *   tags
 */
export function batchResult(
  before: readonly (Feedback | null)[],
  { updates, at }: Omit<BatchRevision, 'by'>,
): BatchResult {
  const current = requireAllFound(before);
  const items = updates.map((update, i) => {
    const change = changeOf(current[i]!, update);
    assertFewTags(change.tags, `updates[${i}].add_tags`);
    return revised(current[i]!, { change, expected: 'any', at });
  });
  const changed = items.flatMap((item, i) => {
    const fields = changedFields(current[i]!, item);
    return fields.length > 0 ? [{ id: item.id, fields }] : [];
  });
  return { items, changed };
}

/** Returns the change of an item by a line. */
export function changeOf(current: Feedback, update: FeedbackUpdate): FeedbackChange {
  const { id: _, add_tags: _added, remove_tags: _removed, ...change } = update;
  const tags = tagsAfter(current.tags, update);
  return tags === undefined ? change : { ...change, tags };
}

/** Whether the item would have too many tags after the line. */
export const hasTooManyTags = (current: Feedback, update: FeedbackUpdate): boolean =>
  (tagsAfter(current.tags, update)?.length ?? 0) > ITEM_TAGS_MAX;

function requireAllFound(items: readonly (Feedback | null)[]): readonly Feedback[] {
  const missing = items.flatMap((item, i) => (item ? [] : [`updates[${i}].id`]));
  if (missing.length > 0) throw feedbackNotFound(missing);
  return items as readonly Feedback[];
}

/** An array of 1 to 100 lines with unique IDs. */
export function linesRule<T extends { readonly id: string }>(line: Rule<T>): Rule<readonly T[]> {
  return {
    schema: { type: 'array', minItems: 1, maxItems: BATCH_MAX, items: line.schema },
    read(value, param, issues) {
      if (!isOfType<unknown[]>(Array.isArray, 'an array', value, param, issues)) return [];
      const issue = issueOfLength(value, param);
      if (issue) {
        issues.push(issue);
        return [];
      }
      const seen = new Set<string>();
      return value.map((entry, i) => {
        const at = `${param}[${i}]`;
        const before = issues.length;
        const read = line.read(entry, at, issues);
        if (seen.has(read.id)) issues.splice(before, 0, duplicateId(`${at}.id`));
        else if (typeof read.id === 'string') seen.add(read.id);
        return read;
      });
    },
  };
}

function issueOfLength({ length }: readonly unknown[], param: string): Issue | null {
  if (length === 0) return emptyField(param);
  return length > BATCH_MAX ? tooManyItems(param) : null;
}

const tooManyItems = (param: string): Issue => ({
  param,
  code: 'too_long',
  message: `Too many items: ${param} (maximum ${BATCH_MAX})`,
});

const duplicateId = (param: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Duplicate id in batch: ${param}`,
});
