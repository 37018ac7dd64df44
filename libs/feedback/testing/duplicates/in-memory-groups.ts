import {
  changedGroups,
  merged,
  parentsOf,
  parentsWithout,
  plannedMerge,
  regrouped,
  totalsOf,
  type Feedback,
  type FeedbackRequest,
  type FeedbackUpdate,
  type GroupState,
  type MergeResult,
  type RequestTotals,
} from '../../src';

/** The items of an account, and which item each was merged into. */
export class InMemoryGroups {
  private readonly parents = new Map<string, string>();

  /** @param requestsOf returns the requests of an item, its submission included */
  constructor(
    private readonly items: ReadonlyMap<string, Feedback>,
    private readonly requestsOf: (id: string) => readonly FeedbackRequest[],
  ) {}

  /** Applies updates of items. Call `keep` to store the result. */
  merge(
    updates: readonly FeedbackUpdate[],
    before: readonly Feedback[],
    at: string,
    pathOf: (index: number) => string,
  ): MergeResult {
    const plan = plannedMerge({ updates, before, at, members: this.members(), pathOf });
    return merged(plan, this.totals(plan.groups));
  }

  keep({ id, merged_via }: GroupState): void {
    if (merged_via === null) this.parents.delete(id);
    else this.setParent(id, merged_via);
  }

  setParent(id: string, via: string): void {
    this.parents.set(id, via);
  }

  /** Returns the changes of other items when some are deleted. Call it before they are. */
  afterDeletion(ids: readonly string[]): readonly GroupState[] {
    const members = this.members();
    const parents = parentsWithout(members, new Set(ids));
    return regrouped(members, parents, this.totals(changedGroups(members, parents)));
  }

  /** Returns the changes after submitters or requests of items have changed. */
  recounted(): readonly GroupState[] {
    const members = this.members();
    const groups = members.map(({ id }): [string, string[]] => [id, this.groupOf(id)]);
    return regrouped(members, parentsOf(members), this.totals(new Map(groups)));
  }

  /** The IDs of the items whose requests an item counts: its own, and those of its duplicates. */
  groupOf(id: string): string[] {
    const duplicates = [...this.items.values()].filter((item) => item.merged_into === id);
    return [id, ...duplicates.map((item) => item.id)];
  }

  private totals(groups: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, RequestTotals> {
    const totals = [...groups].map(([id, items]) => [id, totalsOf(items.flatMap(this.requestsOf))] as const);
    return new Map(totals);
  }

  members(): GroupState[] {
    return [...this.items.values()].map((item) => ({
      ...item,
      merged_via: this.parents.get(item.id) ?? null,
    }));
  }
}
