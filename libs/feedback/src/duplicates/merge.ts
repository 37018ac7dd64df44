import { DomainError, type Actor, type Instant, type Issue } from '@libs/kernel';
import { changeOf, type FeedbackUpdate } from '../batch/batch';
import { feedbackNotFound, type Feedback, type ValueChange } from '../items/feedback';
import type { RequestTotals } from '../requests/totals';
import { changedFields, mergedItem, withValues, type ExpectedVersion } from '../items/revision';
import {
  changedGroups,
  isSame,
  parentsOf,
  regrouped,
  targetOf,
  type GroupState,
  type Parents,
} from './groups';

/** Maximum number of duplicates of an item (items.md 11). */
export const DUPLICATES_MAX = 10_000;

/** Maximum number of duplicates in the groups of a request (items.md 11): those of two items. */
export const GROUPED_MAX = 2 * DUPLICATES_MAX;

const MERGE_CONFLICT = 'merge_conflict';
const INTO_ITSELF = 'An item cannot be merged into itself';
const INTO_OWN_DUPLICATE = 'An item cannot be merged into its own duplicate: unmerge that one first';
const INTO_DUPLICATE = 'The target is merged into another item: merge into that one';
const TOO_MANY = `An item can have at most ${DUPLICATES_MAX} duplicates`;
const TOO_MANY_AT_ONCE = `The items have more than ${GROUPED_MAX} duplicates together: merge them one by one`;

/** An impossible merge. */
export const conflictAt = (param: string, message: string): Issue => ({
  param,
  code: MERGE_CONFLICT,
  message,
});

/** Updates of which at least one merges or unmerges an item, their author, and their time. IDs are unique. */
export interface MergeRevision {
  readonly updates: readonly FeedbackUpdate[];
  readonly by: Actor;
  readonly at: Instant;
  /** The version of the first item. Default: any. */
  readonly expected?: ExpectedVersion;
  /** The path of an update in the request: empty, or `updates[3].`. */
  readonly pathOf: (index: number) => string;
}

/** Updates that merge or unmerge items, and what is stored. */
export interface Merge extends Pick<MergeRevision, 'updates' | 'at' | 'pathOf'> {
  /** The items of the updates, in their order. */
  readonly before: readonly Feedback[];
  /** These items, the existing ones among their new targets, and everything in the groups of both. */
  readonly members: readonly GroupState[];
}

export interface MergeResult {
  /** The items of the updates, in their order. */
  readonly after: readonly Feedback[];
  /** Every item with a new state, in the order of the updates and then of the IDs. */
  readonly changes: readonly MergeChange[];
}

export interface MergeChange extends GroupState {
  /** The change of the item's own values, if it has an update. */
  readonly change?: ValueChange | undefined;
  /** False if the API shows the same values as before, so that the version stays. */
  readonly isVisible: boolean;
}

/** A possible merge. `groups` are those whose totals must be counted before it can be applied. */
export interface MergePlan {
  readonly merge: Merge;
  readonly values: readonly ValueChange[];
  readonly parents: Parents;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/**
 * Plans updates in their order.
 * @throws DomainError `validation` if an item would have too many tags, `not_found` with every unknown target, `conflict`
 *   with every merge that is not possible, and every other change of a merged item
 */
export function plannedMerge(merge: Merge): MergePlan {
  const { updates, before, members, pathOf } = merge;
  const values = before.map((item, i) => changeOf(item, updates[i]!, pathOf(i)));
  const parents = movedParents(updates, before, values, members, pathOf);
  const groups = changedGroups(members, parents);
  throwConflicts(tooMany(updates, parents, groups, pathOf));
  return { merge, values, parents, groups };
}

/**
 * Applies a planned merge to the fields of its items and to the groups of these.
 * @param totals of the groups of the plan
 */
export function merged(
  { merge: { updates, at, before, members }, values, parents }: MergePlan,
  totals: ReadonlyMap<string, RequestTotals>,
): MergeResult {
  const regroupings = new Map(regrouped(members, parents, totals).map((one) => [one.id, one]));
  const stored = new Map(members.map((member) => [member.id, member]));
  const after = before.map((item, i) => withValues(item, values[i]!, at, regroupings.get(item.id)));
  const ownChanges = before.flatMap((item, i): MergeChange[] => {
    const grouping = regroupings.get(item.id) ?? stored.get(item.id)!;
    const isVisible = after[i] !== item;
    return isVisible || regroupings.has(item.id) ? [{ ...grouping, change: values[i], isVisible }] : [];
  });
  const ids = new Set(updates.map(({ id }) => id));
  const others = [...regroupings.values()]
    .filter(({ id }) => !ids.has(id))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map((one): MergeChange => ({ ...one, isVisible: !isSame(stored.get(one.id)!, one) }));
  return { after, changes: [...ownChanges, ...others] };
}

/**
 * Bounds what a request reads and changes. One update always passes.
 * @param named the items of the updates, their new targets, and the targets of their groups
 * @throws DomainError `conflict` for the first merge if these have too many duplicates together
 */
export function assertFewDuplicates(
  updates: Merge['updates'],
  named: readonly Pick<Feedback, 'duplicate_count'>[],
  pathOf: Merge['pathOf'],
): void {
  const count = named.reduce((sum, { duplicate_count }) => sum + duplicate_count, 0);
  const first = updates.findIndex(({ merged_into: target }) => target !== undefined);
  if (count > GROUPED_MAX) throwConflicts([conflictAt(`${pathOf(first)}merged_into`, TOO_MANY_AT_ONCE)]);
}

/** Returns what each item is merged into after the updates. */
function movedParents(
  updates: readonly FeedbackUpdate[],
  before: readonly Feedback[],
  values: readonly ValueChange[],
  members: readonly GroupState[],
  pathOf: Merge['pathOf'],
): Parents {
  const parents = parentsOf(members);
  const unknown = updates.flatMap(({ merged_into: target }, i) =>
    target !== undefined && target !== null && !parents.has(target) ? [`${pathOf(i)}merged_into`] : [],
  );
  if (unknown.length > 0) throw feedbackNotFound(unknown);
  const issues: Issue[] = [];
  updates.forEach(({ merged_into: target }, i) => {
    const id = before[i]!.id;
    const stays = target === undefined || target !== null;
    if (before[i]!.merged_into !== null && stays && changedFields(before[i]!, values[i]!).length > 0)
      return void issues.push(mergedItem(pathOf(i), before[i]!));
    const current = targetOf(id, parents);
    if (target === undefined || target === (current === id ? null : current)) return;
    const conflict = target === null ? null : conflictOf(id, target, parents);
    if (conflict) issues.push({ ...conflictAt(`${pathOf(i)}merged_into`, conflict.message), ...conflict });
    else parents.set(id, target);
  });
  throwConflicts(issues);
  return parents;
}

type Conflict = Pick<Issue, 'message' | 'merged_into'>;

function conflictOf(id: string, target: string, parents: Parents): Conflict | null {
  if (target === id) return { message: INTO_ITSELF };
  if (!parents.get(target)) return null;
  for (let at = parents.get(target); at; at = parents.get(at))
    if (at === id) return { message: INTO_OWN_DUPLICATE };
  return { message: INTO_DUPLICATE, merged_into: targetOf(target, parents) };
}

function tooMany(
  updates: readonly FeedbackUpdate[],
  parents: Parents,
  groups: MergePlan['groups'],
  pathOf: Merge['pathOf'],
): Issue[] {
  return updates.flatMap(({ merged_into: target }, i) => {
    const size = target ? (groups.get(targetOf(target, parents))?.length ?? 0) : 0;
    return size - 1 > DUPLICATES_MAX ? [conflictAt(`${pathOf(i)}merged_into`, TOO_MANY)] : [];
  });
}

function throwConflicts(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first) throw new DomainError('conflict', first.code, first.message, { issues });
}
