import type { Instant, Issue } from '@libs/kernel';
import type { FeedbackChange } from './feedback';
import { descriptionRule, statusRule, titleRule, type FieldRule } from './feedback.rules';
import { optional, refuse } from './input';

/** Most lines of a batch, which is the largest page of a list. */
export const BATCH_MAX = 100;

/** One line of a batch (API.md 3.1): the item and what is to become of it, whatever its version. */
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
  refuse(issues);
  return { updates: read, at: now.toISOString() };
}

/** 1 to 100 lines, each with an id that no other line has, and the rules of an update. */
export const updatesRule: FieldRule<readonly FeedbackUpdate[]> = {
  schema: { type: 'array', minItems: 1, maxItems: BATCH_MAX },
  read(value, param, issues) {
    if (!isBatch(value, param, issues)) return [];
    const seen = new Set<string>();
    return value.map((line, i) => updateIn(line, `${param}[${i}]`, seen, issues));
  },
};

function isBatch(value: unknown, param: string, issues: Issue[]): value is unknown[] {
  const wrong = (code: string, message: string) => issues.push({ param, code, message });
  if (value === undefined) wrong('missing_required_field', `Missing required field: ${param}`);
  else if (!Array.isArray(value)) wrong('invalid_type', `Field must be an array: ${param}`);
  else if (value.length === 0) wrong('empty_value', `Field must not be empty: ${param}`);
  else if (value.length > BATCH_MAX) wrong('too_long', `Too many items: ${param} (maximum ${BATCH_MAX})`);
  else return true;
  return false;
}

function updateIn(line: unknown, at: string, seen: Set<string>, issues: Issue[]): FeedbackUpdate {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) {
    issues.push({ param: at, code: 'invalid_type', message: `Field must be an object: ${at}` });
    return { id: '' };
  }
  const { id, title, description, status } = line as Record<string, unknown>;
  return {
    id: idIn(id, `${at}.id`, seen, issues),
    title: optional(titleRule, title, `${at}.title`, issues),
    description: optional(descriptionRule, description, `${at}.description`, issues),
    status: optional(statusRule, status, `${at}.status`, issues),
  };
}

/** Any text: one that names no item is an item that is not there. */
function idIn(value: unknown, param: string, seen: Set<string>, issues: Issue[]): string {
  const wrong = (code: string, message: string) => {
    issues.push({ param, code, message });
    return '';
  };
  if (value === undefined || value === null)
    return wrong('missing_required_field', `Missing required field: ${param}`);
  if (typeof value !== 'string') return wrong('invalid_type', `Field must be a string: ${param}`);
  const id = value.toLowerCase();
  if (seen.has(id)) return wrong('invalid_value', `Duplicate id in batch: ${param}`);
  seen.add(id);
  return id;
}
