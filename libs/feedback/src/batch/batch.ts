import {
  emptyField,
  missingField,
  mistypedField,
  optional,
  throwIfInvalid,
  type Instant,
  type Issue,
  type Rule,
} from '@libs/kernel';
import { feedbackNotFound, revised, type Feedback, type FeedbackChange } from '../items/feedback';
import { descriptionRule, statusRule, titleRule } from '../items/feedback.rules';

/** Most lines of a batch, which is the largest page of a list. */
export const BATCH_MAX = 100;

/** One line of a batch (batch.md 1): the item and what is to become of it, whatever its version. */
export interface FeedbackUpdate extends FeedbackChange {
  readonly id: string;
}

/** A batch whose values are in order; ids in lower case, each of them once. */
export interface BatchRevision {
  readonly updates: readonly FeedbackUpdate[];
  readonly at: Instant;
}

/** @throws DomainError `validation`, with every fault of every line */
export function batchRevision(updates: readonly FeedbackUpdate[], now: Date): BatchRevision {
  const issues: Issue[] = [];
  const read = updatesRule.read(updates, 'updates', issues);
  throwIfInvalid(issues);
  return { updates: read, at: now.toISOString() };
}

/** An item as it was read. */
export interface ItemVersion {
  readonly id: string;
  readonly version: number;
}

/** @throws DomainError `validation`, with every fault of every line */
export function batchRemoval(items: readonly ItemVersion[]): readonly ItemVersion[] {
  const issues: Issue[] = [];
  const read = removalsRule.read(items, 'items', issues);
  throwIfInvalid(issues);
  return read;
}

/** What a batch does. */
export interface BatchResult {
  /** After the batch, in the order of its lines. */
  readonly items: readonly Feedback[];
  /** Those of them that the batch changes, and in which fields. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly (keyof FeedbackChange)[] }[];
}

const REVISABLE = ['title', 'description', 'status'] as const satisfies readonly (keyof FeedbackChange)[];

/**
 * @param before the items of the batch's lines; null where there is none
 * @throws DomainError `not_found` with each line whose item is not there
 */
export function batchResult(
  before: readonly (Feedback | null)[],
  { updates, at }: BatchRevision,
): BatchResult {
  const current = allFound(before);
  const items = updates.map(({ id: _, ...change }, i) =>
    revised(current[i]!, { change, expected: 'any', at }),
  );
  const changed = items.flatMap((item, i) => {
    const fields = REVISABLE.filter((name) => item[name] !== current[i]![name]);
    return fields.length > 0 ? [{ id: item.id, fields }] : [];
  });
  return { items, changed };
}

function allFound(items: readonly (Feedback | null)[]): readonly Feedback[] {
  const missing = items.flatMap((item, i) => (item ? [] : [`updates[${i}].id`]));
  if (missing.length > 0) throw feedbackNotFound(missing);
  return items as readonly Feedback[];
}

/** 1 to 100 lines, each with an id that no other line has, and the rules of an update. */
export const updatesRule: Rule<readonly FeedbackUpdate[]> = {
  schema: { type: 'array', minItems: 1, maxItems: BATCH_MAX },
  read(value, param, issues) {
    if (!isBatch(value, param, issues)) return [];
    const seen = new Set<string>();
    return value.map((line, i) => updateIn(line, `${param}[${i}]`, seen, issues));
  },
};

/** 1 to 100 items, each once, in the version that may be removed. */
export const removalsRule: Rule<readonly ItemVersion[]> = {
  schema: { type: 'array', minItems: 1, maxItems: BATCH_MAX },
  read(value, param, issues) {
    if (!isBatch(value, param, issues)) return [];
    const seen = new Set<string>();
    return value.map((line, i) => itemVersionIn(line, `${param}[${i}]`, seen, issues));
  },
};

function itemVersionIn(line: unknown, at: string, seen: Set<string>, issues: Issue[]): ItemVersion {
  if (!isLine(line, at, issues)) return { id: '', version: 0 };
  const { id, version } = line;
  if (!Number.isSafeInteger(version)) issues.push(mistypedField(`${at}.version`, 'an integer'));
  return { id: idIn(id, `${at}.id`, seen, issues), version: version as number };
}

function isBatch(value: unknown, param: string, issues: Issue[]): value is unknown[] {
  if (value === undefined) issues.push(missingField(param));
  else if (!Array.isArray(value)) issues.push(mistypedField(param, 'an array'));
  else if (value.length === 0) issues.push(emptyField(param));
  else if (value.length > BATCH_MAX) issues.push(tooManyItems(param));
  else return true;
  return false;
}

function updateIn(line: unknown, at: string, seen: Set<string>, issues: Issue[]): FeedbackUpdate {
  if (!isLine(line, at, issues)) return { id: '' };
  const { id, title, description, status } = line;
  return {
    id: idIn(id, `${at}.id`, seen, issues),
    title: optional(titleRule, title, `${at}.title`, issues),
    description: optional(descriptionRule, description, `${at}.description`, issues),
    status: optional(statusRule, status, `${at}.status`, issues),
  };
}

function isLine(line: unknown, at: string, issues: Issue[]): line is Record<string, unknown> {
  if (typeof line === 'object' && line !== null && !Array.isArray(line)) return true;
  issues.push(mistypedField(at, 'an object'));
  return false;
}

/** Any text: one that names no item is an item that is not there. */
function idIn(value: unknown, param: string, seen: Set<string>, issues: Issue[]): string {
  const wrong = (issue: Issue) => {
    issues.push(issue);
    return '';
  };
  if (value === undefined || value === null) return wrong(missingField(param));
  if (typeof value !== 'string') return wrong(mistypedField(param, 'a string'));
  const id = value.toLowerCase();
  if (seen.has(id)) return wrong(duplicateId(param));
  seen.add(id);
  return id;
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
