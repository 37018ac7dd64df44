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
}

/** An item of a group, with the submitter that its target counts. */
export interface GroupMember extends GroupState {
  readonly submitter_email: string | null;
}

/** The item that each item was merged into; null for items that are not merged. */
export type Parents = Map<string, string | null>;

export const parentsOf = (members: readonly GroupMember[]): Parents =>
  new Map(members.map(({ id, merged_via }) => [id, merged_via]));

/** Returns the target of the item's group; the item itself if it is not merged. */
export function targetOf(id: string, parents: Parents): string {
  let target = id;
  for (let parent = parents.get(id); parent; parent = parents.get(parent)) target = parent;
  return target;
}

/**
 * Returns the members that differ from their stored state. `members` must contain every item of each group that changes.
 */
export function regrouped(members: readonly GroupMember[], parents: Parents): readonly GroupState[] {
  const targets = targetsOf(parents);
  const counts = countsOf(members, targets);
  return members.flatMap((member) => {
    const { id } = member;
    if (!parents.has(id)) return [];
    const target = targets.get(id)!;
    const isMerged = target !== id;
    const { duplicates, requests } = counts.get(target)!;
    const next: GroupState = {
      id,
      merged_into: isMerged ? target : null,
      merged_via: parents.get(id) ?? null,
      duplicate_count: isMerged ? 0 : duplicates,
      request_count: isMerged ? 1 : requests,
    };
    return isSame(member, next) && member.merged_via === next.merged_via ? [] : [next];
  });
}

/** True if the API shows the same values. */
export const isSame = (one: Omit<GroupState, 'merged_via'>, other: Omit<GroupState, 'merged_via'>): boolean =>
  one.merged_into === other.merged_into &&
  one.duplicate_count === other.duplicate_count &&
  one.request_count === other.request_count;

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

interface Counts {
  readonly duplicates: number;
  readonly requests: number;
}

/** Counts the submitters of each group: distinct email addresses in any case, and items without one. */
function countsOf(
  members: readonly GroupMember[],
  targets: ReadonlyMap<string, string>,
): ReadonlyMap<string, Counts> {
  const groups = new Map<string, { size: number; unnamed: number; emails: Set<string> }>();
  for (const { id, submitter_email } of members) {
    const target = targets.get(id);
    if (target === undefined) continue;
    let group = groups.get(target);
    if (!group) groups.set(target, (group = { size: 0, unnamed: 0, emails: new Set() }));
    group.size++;
    if (submitter_email === null) group.unnamed++;
    else group.emails.add(submitter_email.toLowerCase());
  }
  return new Map(
    [...groups].map(([target, { size, unnamed, emails }]) => [
      target,
      { duplicates: size - 1, requests: unnamed + emails.size },
    ]),
  );
}

/**
 * Returns the remaining members that differ after a deletion: duplicates of a deleted item continue as duplicates of the
 * item that it was merged into, or on their own. PostgreSQL has the same rule in `remaining_groups`, for what triggers find;
 * the contract of repositories tests both.
 */
export function withoutDeleted(
  members: readonly GroupMember[],
  deleted: ReadonlySet<string>,
): readonly GroupState[] {
  const parents = parentsOf(members);
  const remaining: Parents = new Map();
  for (const { id } of members) {
    if (deleted.has(id)) continue;
    let parent = parents.get(id) ?? null;
    while (parent !== null && deleted.has(parent)) parent = parents.get(parent) ?? null;
    remaining.set(id, parent);
  }
  return regrouped(members, remaining);
}
