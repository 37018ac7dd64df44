import type { RequestTotals } from '../requests/totals';

/**
 * The part of an item that merging changes. An item that others are merged into is the target of its group; these others
 * are its duplicates (items.md 11).
 */
export interface GroupState {
  readonly id: string;
  /** The target of the group; null for the target itself, and for an item that is not merged. */
  readonly merged_into: string | null;
  /**
   * The item that this one was merged into, which may have been merged since. Not part of the item: it lets unmerging
   * restore what was there.
   */
  readonly merged_via: string | null;
  readonly duplicate_count: number;
  readonly request_count: number;
  readonly request_value: number;
  readonly unconfirmed_votes: number;
}

/** What the API shows of merging. */
type ShownGroup = Omit<GroupState, 'merged_via'>;

/** The item that each item was merged into; null for items that are not merged. */
export type Parents = Map<string, string | null>;

export const parentsOf = (members: readonly GroupState[]): Parents =>
  new Map(members.map(({ id, merged_via }) => [id, merged_via]));

/** Returns the target of the item's group; the item itself if it is not merged. */
export function targetOf(id: string, parents: Parents): string {
  let target = id;
  for (let parent = parents.get(id); parent; parent = parents.get(parent)) target = parent;
  return target;
}

/**
 * Returns the groups whose members change, with the IDs of their items after the change, by the ID of the item that has
 * their totals: the target, or an item whose duplicates have moved to another target.
 * @param members every item of each group that changes, deleted ones too
 * @param parents after the change, without deleted items
 */
export function changedGroups(
  members: readonly GroupState[],
  parents: Parents,
): ReadonlyMap<string, readonly string[]> {
  const targets = targetsOf(parents);
  const changed = new Set<string>();
  for (const { id, merged_into, duplicate_count } of members) {
    const [before, after] = [merged_into ?? id, targets.get(id)];
    if (before === after) continue;
    changed.add(before);
    if (after !== undefined) changed.add(after);
    if (duplicate_count > 0) changed.add(id);
  }
  const groups = new Map([...changed].filter((id) => parents.has(id)).map((id) => [id, [] as string[]]));
  for (const [id, target] of targets) {
    groups.get(target)?.push(id);
    if (target !== id) groups.get(id)?.push(id);
  }
  return groups;
}

/**
 * Returns the members that differ from their stored state.
 * @param members every item of each group that changes
 * @param totals of the `changedGroups`
 */
export function regrouped(
  members: readonly GroupState[],
  parents: Parents,
  totals: ReadonlyMap<string, RequestTotals>,
): readonly GroupState[] {
  const targets = targetsOf(parents);
  const ownVotes = ownVotesOf(members);
  const [sizes, votes] = [new Map<string, number>(), new Map<string, number>()];
  for (const [id, target] of targets) {
    sizes.set(target, (sizes.get(target) ?? 0) + 1);
    votes.set(target, (votes.get(target) ?? 0) + (ownVotes.get(id) ?? 0));
  }
  return members.flatMap((member) => {
    const { id } = member;
    const target = targets.get(id);
    if (target === undefined) return [];
    const next: GroupState = {
      id,
      merged_into: target === id ? null : target,
      merged_via: parents.get(id) ?? null,
      duplicate_count: target === id ? sizes.get(id)! - 1 : 0,
      request_count: member.request_count,
      request_value: member.request_value,
      unconfirmed_votes: (target === id ? votes : ownVotes).get(id)!,
      ...totals.get(id),
    };
    return isSame(member, next) && member.merged_via === next.merged_via ? [] : [next];
  });
}

/** True if the API shows the same values. */
export const isSame = (one: ShownGroup, other: ShownGroup): boolean =>
  one.merged_into === other.merged_into &&
  one.duplicate_count === other.duplicate_count &&
  one.request_count === other.request_count &&
  one.request_value === other.request_value &&
  one.unconfirmed_votes === other.unconfirmed_votes;

/** The votes of each item without those of its duplicates. No network counts for two items, so that sums are exact. */
function ownVotesOf(members: readonly GroupState[]): ReadonlyMap<string, number> {
  const own = new Map(members.map(({ id, unconfirmed_votes: votes }) => [id, votes]));
  for (const { merged_into: target, unconfirmed_votes: votes } of members)
    if (target !== null && own.has(target)) own.set(target, own.get(target)! - votes);
  return own;
}

/** The target of every item. Visits each item once, because a chain of merges can be long. */
function targetsOf(parents: Parents): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const id of parents.keys()) {
    const path: string[] = [];
    let at = id;
    for (let parent = parents.get(at); parent && !targets.has(at); parent = parents.get(at)) {
      path.push(at);
      at = parent;
    }
    const target = targets.get(at) ?? at;
    for (const one of [...path, at]) targets.set(one, target);
  }
  return targets;
}

/**
 * Returns the parents after a deletion: duplicates of a deleted item continue as duplicates of the item that it was merged
 * into, or on their own. PostgreSQL has the same rule in `remaining_groups`, for what triggers find; the contract of
 * repositories tests both.
 */
export function parentsWithout(members: readonly GroupState[], deleted: ReadonlySet<string>): Parents {
  const parents = parentsOf(members);
  const remaining: Parents = new Map();
  for (const { id } of members) {
    if (deleted.has(id)) continue;
    let parent = parents.get(id) ?? null;
    while (parent !== null && deleted.has(parent)) parent = parents.get(parent) ?? null;
    remaining.set(id, parent);
  }
  return remaining;
}
