import type { Follower } from '../../src';
import type {
  Entry,
  InMemoryFollowerRepository,
  TellingKind,
} from '../followers/in-memory-follower-repository';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** Who was told that items are shipped (status-messages.md 4, changelog.md 10). */
export class InMemoryShippings {
  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly followers: InMemoryFollowerRepository,
  ) {}

  /** An item and its duplicates. */
  groupOf = (accountId: string, itemId: string): readonly string[] =>
    this.items
      .all(accountId)
      .filter((item) => item.merged_into === itemId || item.id === itemId)
      .map(({ id }) => id);

  record(
    accountId: string,
    people: readonly Follower[],
    targets: readonly string[],
    kind: TellingKind,
    now: Date,
  ): void {
    const members = targets.flatMap((id) => this.groupOf(accountId, id));
    for (const { id } of people) {
      const { items, told } = this.followers.of(accountId).get(id)!;
      for (const member of members)
        if (items.has(member)) told.set(member, { ...told.get(member), [kind]: now.toISOString() });
    }
  }

  /** Whether the follower was told of an item since it is shipped. */
  isTold(accountId: string, { told }: Pick<Entry, 'told'>, itemId: string, kind: TellingKind): boolean {
    const item = this.items.itemOf(accountId, itemId)!;
    const target = this.items.itemOf(accountId, item.merged_into ?? itemId)!;
    const at = told.get(itemId)?.[kind];
    return target.status === 'shipped' && at !== undefined && at >= this.shippedSince(accountId, target.id);
  }

  private shippedSince(accountId: string, itemId: string): string {
    const changes = this.items.changesOf(accountId);
    const shipped = changes.findLast(
      (change) =>
        change.kind === 'updated' &&
        change.item.id === itemId &&
        change.item.status === 'shipped' &&
        change.previous.status !== 'shipped',
    );
    return shipped?.at ?? '';
  }
}
