import {
  merged,
  withoutDeleted,
  type Feedback,
  type FeedbackUpdate,
  type GroupState,
  type GroupMember,
  type MergeChange,
} from '../../src';

/** The items of an account, and which item each was merged into. */
export class InMemoryGroups {
  private readonly parents = new Map<string, string>();

  constructor(private readonly items: ReadonlyMap<string, Feedback>) {}

  /** Applies updates of items. Call `keep` to store the result. */
  merge(
    updates: readonly FeedbackUpdate[],
    before: readonly Feedback[],
    at: string,
    pathOf: (index: number) => string,
  ): { readonly after: readonly Feedback[]; readonly changes: readonly MergeChange[] } {
    return merged({ updates, before, at, members: this.members(), pathOf });
  }

  keep({ id, merged_via }: GroupState): void {
    if (merged_via === null) this.parents.delete(id);
    else this.parents.set(id, merged_via);
  }

  /** Returns the changes of other items when some are deleted. Call it before they are. */
  afterDeletion(ids: readonly string[]): readonly GroupState[] {
    return withoutDeleted(this.members(), new Set(ids));
  }

  /** Returns the changes after submitters of items have changed. */
  recounted(): readonly GroupState[] {
    return withoutDeleted(this.members(), new Set());
  }

  private members(): GroupMember[] {
    return [...this.items.values()].map((item) => ({
      ...item,
      merged_via: this.parents.get(item.id) ?? null,
    }));
  }
}
