import { DUPLICATES_MAX } from '../duplicates/merge';

/** An item of a file that was merged, and the ID of the item that has its duplicates. */
export interface ImportedMerge {
  readonly id: string;
  readonly target: string;
}

/**
 * What became of a merge. `skipped`: the import did not create the item; `unknown`: there is no target; `circular`: the
 * target is the item itself, or was merged into it; `full`: the target has too many duplicates.
 */
export type MergeOutcome = 'merged' | 'skipped' | 'unknown' | 'circular' | 'full';

/** An item before an import merges any. */
export interface KnownItem {
  /** The target of its group; itself if it is not merged. */
  readonly target: string;
  readonly duplicates: number;
  /** Whether the import created it. It is then in no group yet. */
  readonly isCreated: boolean;
}

export interface ImportMergePlan {
  /** One for each merge, in their order. */
  readonly outcomes: readonly MergeOutcome[];
  /** The items that merge, with the item that each names and the target of its group. */
  readonly merged: readonly { readonly id: string; readonly via: string; readonly target: string }[];
  /** The number of duplicates of each target whose group grows. */
  readonly targets: ReadonlyMap<string, number>;
}

/**
 * Plans the merges of an import in their order, also those into items that are merged themselves.
 * @param known the items and targets that exist, and the targets of these
 */
export function plannedImportMerges(
  merges: readonly ImportedMerge[],
  known: ReadonlyMap<string, KnownItem>,
): ImportMergePlan {
  const groups = new GrowingGroups(known);
  const outcomes = merges.map((merge) => groups.merge(merge));
  const merged = merges
    .filter((_, i) => outcomes[i] === 'merged')
    .map(({ id, target: via }) => ({ id, via, target: groups.targetOf(via) }));
  const targets = new Set(merged.map(({ target }) => target));
  return { outcomes, merged, targets: new Map([...targets].map((id) => [id, groups.duplicatesOf(id)])) };
}

/** Groups by the ID of their targets. Each step up a chain is shortened, because a chain of merges can be long. */
class GrowingGroups {
  private readonly parents = new Map<string, string>();
  private readonly duplicates = new Map<string, number>();

  constructor(private readonly known: ReadonlyMap<string, KnownItem>) {
    for (const [id, { target, duplicates }] of known) {
      if (target !== id) this.parents.set(id, target);
      this.duplicates.set(id, duplicates);
    }
  }

  merge({ id, target }: ImportedMerge): MergeOutcome {
    if (!this.known.get(id)?.isCreated) return 'skipped';
    if (!this.known.has(target)) return 'unknown';
    const into = this.targetOf(target);
    if (into === id) return 'circular';
    const duplicates = this.duplicatesOf(into) + this.duplicatesOf(id) + 1;
    if (duplicates > DUPLICATES_MAX) return 'full';
    this.parents.set(id, into);
    this.duplicates.set(into, duplicates);
    return 'merged';
  }

  targetOf(id: string): string {
    const path: string[] = [];
    let target = id;
    for (let parent = this.parents.get(target); parent !== undefined; parent = this.parents.get(target)) {
      path.push(target);
      target = parent;
    }
    for (const one of path) this.parents.set(one, target);
    return target;
  }

  duplicatesOf = (id: string): number => this.duplicates.get(id) ?? 0;
}
