import type { Actor, SecurityEvent } from '@libs/kernel';
import {
  assertVersion,
  changeOf,
  DEFAULT_SORT,
  externalIdTaken,
  hasTooManyTags,
  NO_TAGS,
  positionOf,
  revised,
  searchTerms,
  sortedTags,
  STATUSES,
  tagKey,
  type BatchRevision,
  type ExpectedVersion,
  type Feedback,
  type FeedbackChange,
  type FeedbackFilter,
  type FeedbackQuery,
  type FeedbackRepository,
  type ItemVersion,
  type Position,
  type RecordedChange,
  type Revision,
  type Sort,
  type Status,
  type StatuslessFilter,
} from '../../src';
import { InMemoryTagRepository } from '../tags/in-memory-tag-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryFeedbackRepository implements FeedbackRepository {
  /** The import that created an item, by `<account ID> <item ID>`. */
  readonly importIds = new Map<string, string>();
  readonly securityLog: SecurityEvent[] = [];
  readonly tags = new InMemoryTagRepository(this);
  private readonly accounts = new Map<string, Map<string, Feedback>>();
  /** Recorded changes, by account. */
  private readonly changes = new Map<string, RecordedChange[]>();
  /** Called on every removal, in the same step. Without an ID, all items of the account are removed. */
  readonly onRemoval: ((accountId: string, id?: string) => void)[] = [];

  /** Returns the recorded changes of an account, in their order. */
  changesOf(accountId: string): readonly RecordedChange[] {
    return this.changes.get(accountId) ?? [];
  }

  record(accountId: string, change: RecordedChange): void {
    this.changes.set(accountId, [...this.changesOf(accountId), change]);
  }

  async add(item: Feedback, by: Actor): Promise<void> {
    const { accountId, externalId } = item;
    if (externalId !== null && this.matching(accountId, { externalId }).length > 0) throw externalIdTaken();
    const stored = { ...item, tags: this.tags.stored(accountId, item.tags) };
    this.store(stored);
    this.record(accountId, { kind: 'created', actor: by, at: item.createdAt, item: stored });
  }

  /** Stores an item without recording a change. */
  store(item: Feedback): void {
    this.of(item.accountId).set(item.id, item);
  }

  countTagged(accountId: string, name: string): number {
    return this.matching(accountId, { tags: [name] }).length;
  }

  retag(accountId: string, renamed: (name: string) => string | null): void {
    for (const item of this.of(accountId).values()) {
      const names = item.tags.flatMap((name) => renamed(name) ?? []);
      this.store({ ...item, tags: sortedTags(names) });
    }
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const { limit, offset, after, sort = DEFAULT_SORT } = query;
    const order = comparatorOf(sort);
    return this.matching(accountId, query)
      .map((item) => ({ item, at: positionOf(item, sort) }))
      .filter(({ at }) => after === undefined || order(at, after) > 0)
      .sort((a, b) => order(a.at, b.at))
      .slice(offset, offset + limit + 1)
      .map(({ item }) => item);
  }

  async count(accountId: string, filter: FeedbackFilter = {}): Promise<number> {
    return this.matching(accountId, filter).length;
  }

  async countUpTo(
    accountId: string,
    filters: readonly FeedbackFilter[],
    max: number,
  ): Promise<readonly number[]> {
    return filters.map((filter) => Math.min(max, this.matching(accountId, filter).length));
  }

  async countByStatus(
    accountId: string,
    filter: StatuslessFilter = {},
  ): Promise<Readonly<Record<Status, number>>> {
    const counts = STATUSES.map(
      (status) => [status, this.matching(accountId, { ...filter, status }).length] as const,
    );
    return Object.fromEntries(counts) as Record<Status, number>;
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    return this.of(accountId).get(id) ?? null;
  }

  async findByExternalId(accountId: string, externalId: string): Promise<Feedback | null> {
    return this.matching(accountId, { externalId })[0] ?? null;
  }

  async findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]> {
    return ids.map((id) => this.of(accountId).get(id) ?? null);
  }

  async revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null> {
    const current = this.of(accountId).get(id);
    if (!current) return null;
    const next = revised(current, { ...revision, change: this.withTags(accountId, revision.change) });
    this.replace(current, next, revision);
    return next;
  }

  async reviseAll(accountId: string, batch: BatchRevision): Promise<readonly (Feedback | null)[]> {
    const { updates, at } = batch;
    const items = this.of(accountId);
    const current = updates.map(({ id }) => items.get(id) ?? null);
    if (current.includes(null) || updates.some((update, i) => hasTooManyTags(current[i]!, update)))
      return current;
    updates.forEach((update, i) => {
      const change = this.withTags(accountId, changeOf(current[i]!, update));
      this.replace(current[i]!, revised(current[i]!, { change, expected: 'any', at }), batch);
    });
    return current;
  }

  private withTags(accountId: string, change: FeedbackChange): FeedbackChange {
    return change.tags ? { ...change, tags: this.tags.stored(accountId, change.tags) } : change;
  }

  private replace(
    current: Feedback,
    next: Feedback,
    { by, at }: { readonly by: Actor; readonly at: string },
  ): void {
    if (next === current) return;
    this.store(next);
    this.record(next.accountId, { kind: 'updated', actor: by, at, item: next, previous: current });
  }

  async remove(accountId: string, id: string, expected: ExpectedVersion, by: Actor): Promise<boolean> {
    const current = this.of(accountId).get(id);
    if (!current) return false;
    assertVersion(current, expected);
    for (const notify of this.onRemoval) notify(accountId, id);
    const { version } = current;
    this.record(accountId, { kind: 'deleted', actor: by, at: current.updatedAt, item: { id, version } });
    return this.of(accountId).delete(id);
  }

  async removeUnchanged(
    accountId: string,
    items: readonly ItemVersion[],
    by: Actor,
    eventOf?: (deleted: number) => SecurityEvent,
  ): Promise<readonly string[]> {
    const stored = items.filter(({ id }) => this.of(accountId).has(id));
    const isChanged = ({ id, version }: ItemVersion) => this.of(accountId).get(id)!.version !== version;
    const changed = stored.filter(isChanged).map(({ id }) => id);
    const unchanged = stored.filter(({ id }) => !changed.includes(id));
    for (const { id } of unchanged) await this.remove(accountId, id, 'any', by);
    if (eventOf && unchanged.length > 0) this.securityLog.push(eventOf(unchanged.length));
    return changed;
  }

  async removeAll(accountId: string): Promise<void> {
    for (const notify of this.onRemoval) notify(accountId);
    this.accounts.delete(accountId);
    this.tags.removeAll(accountId);
  }

  private of(accountId: string): Map<string, Feedback> {
    let items = this.accounts.get(accountId);
    if (!items) this.accounts.set(accountId, (items = new Map()));
    return items;
  }

  private matching(accountId: string, filter: FeedbackFilter): Feedback[] {
    const { importId } = filter;
    return [...this.of(accountId).values()]
      .filter(({ id }) => importId === undefined || this.importIds.get(`${accountId} ${id}`) === importId)
      .filter(toPredicate(filter));
  }
}

function toPredicate({ q = '', ...filter }: FeedbackFilter): (item: Feedback) => boolean {
  const terms = searchTerms(q).map((term) => term.toLowerCase());
  const email = filter.submitterEmail?.toLowerCase();
  const tags = (filter.tags ?? NO_TAGS).map(tagKey);
  return (item) => {
    const sender = filter.searchesSenders ? (item.submitterEmail ?? '') : '';
    const text = `${item.title}\n${item.description ?? ''}\n${sender}`.toLowerCase();
    return (
      terms.every((term) => text.includes(term)) &&
      (filter.status === undefined || item.status === filter.status) &&
      (filter.source === undefined || item.source === filter.source) &&
      (filter.externalId === undefined || item.externalId === filter.externalId) &&
      tags.every((key) => item.tags.some((name) => tagKey(name) === key)) &&
      (!filter.isUntagged || item.tags.length === 0) &&
      (email === undefined || item.submitterEmail?.toLowerCase() === email) &&
      (filter.createdAfter === undefined || item.createdAt >= filter.createdAfter) &&
      (filter.createdBefore === undefined || item.createdAt < filter.createdBefore) &&
      (filter.updatedAfter === undefined || item.updatedAt >= filter.updatedAfter)
    );
  };
}

const { compare: alphabetical } = new Intl.Collator('und');
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Compares two positions by key, then by ID. */
function comparatorOf(sort: Sort): (a: Position, b: Position) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const byKey = sort.endsWith('title') ? alphabetical : byCodeUnits;
  return (a, b) => {
    const [key, other] = [a.key ?? '', b.key ?? ''];
    return direction * (byKey(key, other) || byCodeUnits(key, other) || byCodeUnits(a.id, b.id));
  };
}
