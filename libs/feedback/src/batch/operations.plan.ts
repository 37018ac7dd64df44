import { DomainError, throwIfInvalid, type Actor, type Issue, type Valid } from '@libs/kernel';
import { conflictAt, GROUPED_MAX } from '../duplicates/merge';
import {
  externalIdTaken,
  feedbackNotFound,
  newFeedback,
  type Feedback,
  type NewFeedback,
} from '../items/feedback';
import { mismatchOf, someMismatch } from '../items/revision';
import type { PathOf } from './batch';
import { duplicateId, type LineName } from './lines.rule';
import type { Operation, Operations } from './operations';
import { groupedBy, regroupedBy, type Step } from './steps';

/** A batch of any operations, its author, and its time. */
export interface OperationsBatch extends Operations {
  readonly by: Actor;
  readonly now: Date;
  /** Returns the IDs of new items and tags. */
  readonly newId: () => string;
  /** Writes nothing. */
  readonly isDryRun?: boolean;
}

/** The items that a batch concerns, by their IDs or by their external IDs before the batch. */
export interface NamedItems {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** Returns the items that lines name, the targets of merges, and those that can have an external ID that a line sets. */
export function namedBy(operations: readonly Operation[]): NamedItems {
  const ids = operations.flatMap((line) => {
    if (line.method === 'update') return [line.id, line.merged_into ?? line.id];
    return line.method === 'delete' ? (line.id ?? []) : [];
  });
  const externalIds = operations.flatMap(({ external_id: externalId }) => externalId ?? []);
  return { ids: [...new Set(ids)], externalIds: [...new Set(externalIds)] };
}

/** Whether a line deletes an item, or merges or unmerges one. */
export const changesGroups = (operations: readonly Operation[]): boolean =>
  operations.some(
    (line) => line.method === 'delete' || (line.method === 'update' && line.merged_into !== undefined),
  );

/**
 * Checks the lines of a batch against the items before it, and returns one step per line.
 * @param stored the items of `namedBy`, and the targets of their groups
 * @throws DomainError with every line in error: `not_found`, `validation` for a second line of an item,
 *   `precondition_failed`, or `conflict`, in this order
 */
export function plannedSteps(
  accountId: string,
  { operations, pathOf, now, newId }: OperationsBatch,
  stored: readonly Feedback[],
): readonly Step[] {
  const found = operations.map((line) => foundBy(line, stored));
  assertFound(operations, found, pathOf);
  throwIfInvalid(duplicatesIn(operations, found, pathOf));
  const mismatches = operations.flatMap((line, i) =>
    line.method === 'create' ? [] : mismatchOf(found[i]!, line.if_match, pathOf(i)),
  );
  if (mismatches.length > 0) throw someMismatch(mismatches);
  const newItem: NewItem = (input) => newFeedback(accountId, input, 'api', newId(), now);
  const steps = operations.map((line, i) => stepOf(line, found[i]!, newItem));
  assertFreeExternalIds(steps, stored, pathOf);
  assertFewGrouped(operations, steps, stored, pathOf);
  return steps;
}

type NewItem = (input: Valid<NewFeedback>) => Feedback;
type Found = readonly (Feedback | null)[];

/** The field by which a line names its item. */
export const nameOf = (line: Operation): LineName =>
  'id' in line && line.id !== undefined ? 'id' : 'external_id';

/** Returns null for a line that creates an item. */
function foundBy(line: Operation, stored: readonly Feedback[]): Feedback | null {
  if (line.method === 'create') return null;
  const id = 'id' in line ? line.id : undefined;
  const matches = (item: Feedback) =>
    id === undefined ? item.external_id === line.external_id : item.id === id;
  return stored.find(matches) ?? null;
}

function assertFound(operations: readonly Operation[], found: Found, pathOf: PathOf): void {
  const missing = operations.flatMap((line, i) => {
    const mustExist = line.method === 'update' || line.method === 'delete';
    return mustExist && !found[i] ? [pathOf(i) + nameOf(line)] : [];
  });
  if (missing.length > 0) throw feedbackNotFound(missing);
}

/** Finds lines that name an item by its external ID that another line has named by its ID. */
function duplicatesIn(operations: readonly Operation[], found: Found, pathOf: PathOf): readonly Issue[] {
  const seen = new Set<string>();
  return operations.flatMap((line, i) => {
    const id = found[i]?.id;
    const isDuplicate = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return isDuplicate ? [duplicateId(pathOf(i).slice(0, -1), nameOf(line))] : [];
  });
}

function stepOf(line: Operation, current: Feedback | null, newItem: NewItem): Step {
  if (line.method === 'delete') return { method: 'delete', id: current!.id };
  if (line.method === 'update') {
    const { method: _, if_match: _condition, ...update } = line;
    return { method: 'update', update };
  }
  if (!current || line.method === 'create')
    return { method: 'create', item: newItem(line as Valid<typeof line>) };
  const { method: _, external_id: _key, if_match: _condition, submitter_email: _kept, ...change } = line;
  return { method: 'update', update: { ...change, id: current.id } };
}

/**
 * An external ID that an item has before the batch, or that an earlier line sets, is taken, also if a line clears it. So the
 * result does not depend on the order in which the rows of a run are written. The ID of an item that an earlier line deletes is free.
 */
function assertFreeExternalIds(steps: readonly Step[], stored: readonly Feedback[], pathOf: PathOf): void {
  const holders = new Map(stored.map(({ id, external_id: externalId }) => [externalId, id]));
  const taken = steps.flatMap((step, i) => {
    if (step.method === 'delete') {
      for (const [externalId, holder] of holders) if (holder === step.id) holders.delete(externalId);
      return [];
    }
    const { id, external_id: wanted } = step.method === 'create' ? step.item : step.update;
    if (wanted === undefined || wanted === null) return [];
    const holder = holders.get(wanted) ?? id;
    holders.set(wanted, id);
    return holder === id ? [] : [`${pathOf(i)}external_id`];
  });
  if (taken.length > 0) throw externalIdTaken(taken);
}

/** Requests that a batch counts again, in about 3 seconds. A run alone may count more, as a merge of one item. */
export const COUNTED_MAX = 500_000;

const tooManyTogether = (max: number, what: 'duplicates' | 'requests') =>
  `The items have more than ${max} ${what} together: use several requests`;

/**
 * Bounds what a batch reads and changes. Each run that changes groups reads them again, and counts their requests.
 * @throws DomainError `conflict` for the first line that changes a group
 */
function assertFewGrouped(
  operations: readonly Operation[],
  steps: readonly Step[],
  stored: readonly Feedback[],
  pathOf: PathOf,
): void {
  const { runs, duplicates, requests } = groupedBy(steps, stored);
  const isLong = runs > 1 && requests > COUNTED_MAX;
  if (duplicates <= GROUPED_MAX && !isLong) return;
  const message = isLong
    ? tooManyTogether(COUNTED_MAX, 'requests')
    : tooManyTogether(GROUPED_MAX, 'duplicates');
  const first = steps.findIndex((step) => regroupedBy(step).length > 0);
  const line = operations[first]!;
  const param = pathOf(first) + (line.method === 'delete' ? nameOf(line) : 'merged_into');
  const issues = [conflictAt(param, message)];
  throw new DomainError('conflict', issues[0]!.code, message, { issues });
}
