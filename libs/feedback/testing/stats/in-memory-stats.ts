import {
  sortedTags,
  takesBack,
  type ChangedStatus,
  type CountMetric,
  type CountRow,
  type DurationMetric,
  type DurationRow,
  type Feedback,
  type FixedGrouping,
  type StatsQuery,
  type StatsRepository,
  type Status,
  type TagCountRow,
} from '../../src';

/** A change of the status of an item. */
export interface StatusChange extends Omit<ChangedStatus, 'actor'> {
  readonly accountId: string;
  readonly itemId: string;
}

interface Fact {
  readonly at: string;
  readonly group: string | null;
  readonly seconds: number;
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryStats implements StatsRepository {
  /** In the order in which they were stored. */
  readonly items: Feedback[] = [];
  private readonly changes: StatusChange[] = [];
  private readonly undone = new Set<StatusChange>();

  /** Changes the status of an item. */
  change(item: Feedback, to: Status, at: string): void {
    const index = this.items.findIndex(({ id }) => id === item.id);
    const { status: from } = this.items[index]!;
    this.items[index] = { ...this.items[index]!, status: to };
    this.record({ accountId: item.accountId, itemId: item.id, at, from, to });
  }

  /** Records a change, by the author of the item's changes before. */
  record(change: StatusChange): void {
    const last = this.changes.findLast(({ itemId }) => itemId === change.itemId);
    this.changes.push(change);
    const by = { actor: 'owner' };
    if (last && !this.undone.has(last) && takesBack({ ...change, ...by }, { ...last, ...by }))
      this.undone.add(last).add(change);
  }

  async count(
    accountId: string,
    { metric, by, bounds }: StatsQuery<CountMetric>,
  ): Promise<readonly CountRow[]> {
    const facts = metric === 'created' ? this.created(accountId, by) : this.changed(accountId, metric, by);
    return inBuckets(facts, bounds).map(({ bucket, group, facts: found }) => ({
      bucket,
      group,
      count: found.length,
    }));
  }

  async countByTag(
    accountId: string,
    { bounds, limit }: { readonly bounds: readonly string[]; readonly limit: number },
  ): Promise<readonly TagCountRow[]> {
    const facts = this.items
      .filter((item) => item.accountId === accountId)
      .flatMap(({ created_at: at, tags }) => tags.map((group) => ({ at, group, seconds: 0 })));
    const inRange = inBuckets(facts, [bounds[0]!, bounds.at(-1)!]);
    const counts = new Map(inRange.map(({ group, facts: found }) => [group!, found.length]));
    const most = sortedTags([...counts.keys()])
      .toSorted((a, b) => counts.get(b)! - counts.get(a)!)
      .slice(0, limit);
    return inBuckets(facts, bounds)
      .map(({ bucket, group, facts: found }) => ({ bucket, group: group!, count: found.length }))
      .filter(({ group }) => most.includes(group));
  }

  async durations(
    accountId: string,
    { metric, by, bounds }: StatsQuery<DurationMetric>,
  ): Promise<readonly DurationRow[]> {
    const grouped = this.changed(accountId, metric, by);
    const facts = by ? [...grouped, ...this.changed(accountId, metric, undefined)] : grouped;
    const rowOf = ({ bucket, group, facts: found }: Bucket) => {
      const sorted = found.map(({ seconds }) => seconds).sort((a, b) => a - b);
      const medianSeconds = sorted[Math.ceil(sorted.length / 2) - 1]!;
      return { bucket, group, count: sorted.length, medianSeconds };
    };
    const all = inBuckets(facts, [bounds[0]!, bounds.at(-1)!]).map((row) => ({
      ...rowOf(row),
      bucket: null,
    }));
    return [...inBuckets(facts, bounds).map(rowOf), ...all];
  }

  private created(accountId: string, by: FixedGrouping | undefined): Fact[] {
    return this.items
      .filter((item) => item.accountId === accountId)
      .map((item) => ({ at: item.created_at, group: by ? item[by] : null, seconds: 0 }));
  }

  private changed(
    accountId: string,
    metric: Exclude<CountMetric, 'created'> | DurationMetric,
    by: FixedGrouping | undefined,
  ): Fact[] {
    const seen = new Set<string>();
    return this.changes.flatMap((change) => {
      const { itemId, at, to } = change;
      const item = this.items.find(({ id }) => id === itemId)!;
      if (change.accountId !== accountId || this.undone.has(change)) return [];
      const isFirst = !seen.has(itemId);
      seen.add(itemId);
      if (metric === 'time_to_first_change' && !isFirst) return [];
      if ((metric === 'shipped' || metric === 'time_to_shipped') && to !== 'shipped') return [];
      const group = by === 'status' ? to : by === 'source' ? item.source : null;
      return [{ at, group, seconds: Math.round((Date.parse(at) - Date.parse(item.created_at)) / 1000) }];
    });
  }
}

interface Bucket {
  readonly bucket: number;
  readonly group: string | null;
  readonly facts: readonly Fact[];
}

function inBuckets(facts: readonly Fact[], bounds: readonly string[]): Bucket[] {
  return bounds.slice(0, -1).flatMap((start, bucket) => {
    const inside = facts.filter(({ at }) => at >= start && at < bounds[bucket + 1]!);
    const groups = [...new Set(inside.map(({ group }) => group))];
    return groups.map((group) => ({ bucket, group, facts: inside.filter((fact) => fact.group === group) }));
  });
}
