import type { Actor, Instant, SecurityEvent } from '@libs/kernel';
import {
  noticesOf,
  type Notice,
  addressOf,
  assertVersion,
  DEFAULT_SORT,
  externalIdTaken,
  isSame,
  positionOf,
  reachedBetween,
  revised,
  revisedAll,
  sortedTags,
  STATUSES,
  type BatchRevision,
  type ChangesQuery,
  type ExpectedVersion,
  type Feedback,
  type SubmittedFeedback,
  type FeedbackFilter,
  type FeedbackQuery,
  type FeedbackRepository,
  type GroupState,
  type ItemLists,
  type ItemVersion,
  type ListedChange,
  type MergeResult,
  type MergeRevision,
  type OperationsBatch,
  type Outcome,
  type Position,
  type RecordedChange,
  type RevisedItems,
  type Revision,
  type Sort,
  type Status,
  type StatusCounts,
  type StatuslessFilter,
  type TagsOfLine,
} from '../../src';
import { InMemoryOperations } from '../batch/in-memory-operations';
import { InMemoryGroups } from '../duplicates/in-memory-groups';
import { listedChanges } from '../lists/changes';
import { matching } from '../lists/matching';
import { InMemoryRequestRepository } from '../requests/in-memory-request-repository';
import { InMemoryTagRepository } from '../tags/in-memory-tag-repository';
import { InMemoryVoteRepository } from '../votes/in-memory-vote-repository';

/** In-memory adapter for unit tests, which also lists its items. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryFeedbackRepository implements FeedbackRepository, ItemLists {
  /** The import that created an item, by `<account ID> <item ID>`. */
  readonly importIds = new Map<string, string>();
  readonly securityLog: SecurityEvent[] = [];
  /** `<account ID> <item ID>` of items whose card has ended. */
  readonly endedCards = new Set<string>();
  /** Called on every removal, in the same step. Without an ID, all items of the account are removed. */
  /** Called with the messages that changes ask for. */
  readonly onNotices: ((accountId: string, notices: readonly Notice[], by: Actor, at: Instant) => void)[] =
    [];
  readonly onRemoval: ((accountId: string, id?: string) => void)[] = [];
  readonly tags = new InMemoryTagRepository(this);
  readonly requests = new InMemoryRequestRepository(this);
  readonly votes = new InMemoryVoteRepository(this);
  private readonly accounts = new Map<string, Map<string, Feedback>>();
  private readonly operations = new InMemoryOperations(this, () => new InMemoryFeedbackRepository());
  private readonly groups = new Map<string, InMemoryGroups>();
  /** Recorded changes, by account. */
  private readonly changes = new Map<string, RecordedChange[]>();

  /** Returns the recorded changes of an account, in their order. */
  changesOf(accountId: string): readonly RecordedChange[] {
    return [...(this.changes.get(accountId) ?? [])];
  }

  record(accountId: string, change: RecordedChange): void {
    const changes = this.changes.get(accountId);
    if (changes) changes.push(change);
    else this.changes.set(accountId, [change]);
  }

  async add({ submission, ...item }: SubmittedFeedback, by: Actor): Promise<void> {
    const { accountId, external_id: externalId } = item;
    if (externalId !== null && this.withExternalId(accountId, externalId)) throw externalIdTaken();
    const stored = { ...item, tags: this.tags.stored(accountId, item.tags) };
    this.store(stored);
    if (submission) this.requests.store(submission);
    this.record(accountId, { kind: 'created', actor: by, at: item.created_at, item: stored });
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

  async listChanges(accountId: string, query: ChangesQuery): Promise<readonly ListedChange[]> {
    const { limit: _limit, after: _after, ...filter } = query;
    const items = this.matching(accountId, filter);
    return listedChanges(items, this.all(accountId), this.changesOf(accountId), query);
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

  async countByStatusUpTo(accountId: string, filter: StatuslessFilter, max: number): Promise<StatusCounts> {
    const all = await this.countByStatus(accountId, filter);
    const counts = Object.fromEntries(STATUSES.map((status) => [status, Math.min(max, all[status])]));
    const atLeast = STATUSES.filter((status) => all[status] > max);
    return { counts: counts as Record<Status, number>, atLeast };
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    return this.itemOf(accountId, id);
  }

  all = (accountId: string): readonly Feedback[] => [...this.of(accountId).values()];

  itemOf = (accountId: string, id: string): Feedback | null => this.of(accountId).get(id) ?? null;

  async findByExternalId(accountId: string, externalId: string): Promise<Feedback | null> {
    return this.withExternalId(accountId, externalId);
  }

  async findHolders(accountId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const held = [...this.of(accountId).values()].flatMap(({ id, external_id: externalId }) =>
      externalId !== null && externalIds.includes(externalId) ? [[externalId, id] as const] : [],
    );
    return new Map(held);
  }

  private withExternalId = (accountId: string, externalId: string) =>
    this.matching(accountId, { external_id: externalId, merged: 'include' })[0] ?? null;

  /** As the unique index of a database. */
  private assertFree(accountId: string, changed: readonly Feedback[]): void {
    for (const { id, external_id: externalId } of changed) {
      const holder = externalId !== null && this.withExternalId(accountId, externalId);
      if (holder && holder.id !== id) throw externalIdTaken();
    }
  }

  async findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]> {
    return this.stored(accountId, ids);
  }

  private stored = (accountId: string, ids: readonly string[]) =>
    ids.map((id) => this.of(accountId).get(id) ?? null);

  async revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null> {
    const current = this.of(accountId).get(id);
    if (!current) return null;
    const next = revised(current, { ...revision, change: this.withTags(accountId, revision.change) });
    this.assertFree(accountId, [next]);
    this.replace(current, next, revision);
    return next;
  }

  async reviseAll(accountId: string, batch: BatchRevision): Promise<RevisedItems> {
    const updates = batch.updates.map((line) => this.withTags(accountId, line));
    const before = this.stored(accountId, updates.map(idOf));
    const { after } = revisedAll(before, { ...batch, updates });
    this.assertFree(accountId, after);
    this.notify(accountId, batch, { before, after });
    after.forEach((item, i) => this.replace(before[i]!, item, batch));
    return { before, after };
  }

  private notify(
    accountId: string,
    { updates, by, at }: Pick<MergeRevision, 'updates' | 'by' | 'at'>,
    items: RevisedItems,
  ): void {
    for (const hold of this.onNotices) hold(accountId, noticesOf(updates, items), by, at);
  }

  applyAll(accountId: string, batch: OperationsBatch): Promise<readonly Outcome[]> {
    return this.operations.applyAll(accountId, batch);
  }

  async merge(accountId: string, merge: MergeRevision): Promise<RevisedItems> {
    const updates = merge.updates.map((line) => this.withTags(accountId, line));
    const { before, after, changes } = this.merged(accountId, { ...merge, updates });
    this.assertFree(accountId, after);
    this.notify(accountId, merge, { before, after });
    after.forEach((item, i) => this.replace(before[i]!, item, merge));
    this.regroup(accountId, changes, merge);
    return { before, after };
  }

  async previewMerge(accountId: string, merge: Omit<MergeRevision, 'by'>): Promise<RevisedItems> {
    const { before, after } = this.merged(accountId, merge);
    return { before, after };
  }

  private merged(
    accountId: string,
    { updates, at, expected = 'any', pathOf }: Omit<MergeRevision, 'by'>,
  ): RevisedItems & Pick<MergeResult, 'changes'> {
    const before = this.stored(accountId, updates.map(idOf));
    if (before.includes(null)) return { before, after: [], changes: [] };
    assertVersion(before[0]!, expected);
    return { before, ...this.groupsOf(accountId).merge(updates, before as Feedback[], at, pathOf) };
  }

  /** Stores the groups of items. Those that an update has stored already are unchanged. */
  regroup(
    accountId: string,
    groupings: readonly GroupState[],
    change: Pick<BatchRevision, 'at' | 'by'>,
  ): void {
    for (const grouping of groupings) {
      this.groupsOf(accountId).keep(grouping);
      const current = this.of(accountId).get(grouping.id)!;
      if (isSame(current, grouping)) continue;
      this.replace(
        current,
        { ...this.counted(current, grouping, change.at), version: current.version + 1 },
        change,
      );
    }
  }

  /** Counts the requests of all items again. That changes no version (requests.md 2). */
  recount(accountId: string, change: Pick<BatchRevision, 'at' | 'by'>, isRecorded = true): void {
    for (const grouping of this.groupsOf(accountId).recounted()) {
      const current = this.of(accountId).get(grouping.id)!;
      const next = this.counted(current, grouping, change.at);
      this.store(next);
      if (isRecorded) this.recordReached(current, next, change);
    }
  }

  /** Adds a vote for an item and its target, or takes one from them. That changes no version (votes.md 4). */
  addVote(accountId: string, id: string, difference: 1 | -1): void {
    const target = this.itemOf(accountId, id)?.merged_into;
    for (const one of [id, ...(target ? [target] : [])]) {
      const item = this.itemOf(accountId, one)!;
      const updated_at = new Date().toISOString();
      this.store({ ...item, unconfirmed_votes: item.unconfirmed_votes + difference, updated_at });
    }
  }

  private counted(current: Feedback, grouping: GroupState, at: string): Feedback {
    const { merged_into, duplicate_count, request_count, request_value, unconfirmed_votes } = grouping;
    const counts = { duplicate_count, request_count, request_value, unconfirmed_votes };
    const updated_at = at > current.updated_at ? at : current.updated_at;
    return { ...current, merged_into, ...counts, updated_at };
  }

  private recordReached(
    current: Feedback,
    next: Feedback,
    { by, at }: Pick<BatchRevision, 'at' | 'by'>,
  ): void {
    const reached = reachedBetween(current.request_count, next.request_count);
    if (reached === null || next.merged_into !== null) return;
    this.record(next.accountId, { kind: 'requests_reached', actor: by, at, reached, item: next });
  }

  groupsOf(accountId: string): InMemoryGroups {
    const items = this.of(accountId);
    let groups = this.groups.get(accountId);
    if (!groups)
      this.groups.set(
        accountId,
        (groups = new InMemoryGroups(items, (id) => this.requests.requestsOf(items.get(id)!))),
      );
    return groups;
  }

  /** Leaves out tags that were deleted in the meantime. */
  private withTags<T extends TagsOfLine>(accountId: string, line: T): T {
    const { tags, add_tags: added } = line;
    return {
      ...line,
      ...(tags && { tags: this.tags.stored(accountId, tags) }),
      ...(added && { add_tags: this.tags.stored(accountId, added) }),
    };
  }

  private replace(
    current: Feedback,
    next: Feedback,
    { by, at }: { readonly by: Actor; readonly at: string },
  ): void {
    if (next === current) return;
    this.store(next);
    const card = `${next.accountId} ${next.id}`;
    if (current.public && !next.public) this.endedCards.add(card);
    else if (next.public) this.endedCards.delete(card);
    this.record(next.accountId, { kind: 'updated', actor: by, at, item: next, previous: current });
    this.recordReached(current, next, { by, at });
  }

  async remove(accountId: string, id: string, expected: ExpectedVersion, by: Actor): Promise<boolean> {
    const current = this.of(accountId).get(id);
    if (!current) return false;
    assertVersion(current, expected);
    this.removeTogether(accountId, [current], by);
    return true;
  }

  private removeTogether(accountId: string, items: readonly Feedback[], by: Actor): void {
    const groupings = this.groupsOf(accountId).afterDeletion(items.map(idOf));
    const at = new Date().toISOString();
    for (const { id, external_id, version } of items) {
      for (const notify of this.onRemoval) notify(accountId, id);
      this.record(accountId, { kind: 'deleted', actor: by, at, item: { id, external_id, version } });
      this.of(accountId).delete(id);
    }
    this.regroup(accountId, groupings, { at, by });
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
    this.removeTogether(
      accountId,
      unchanged.map(({ id }) => this.of(accountId).get(id)!),
      by,
    );
    if (eventOf && unchanged.length > 0) this.securityLog.push(eventOf(unchanged.length));
    return changed;
  }

  async removeAll(accountId: string): Promise<void> {
    for (const notify of this.onRemoval) notify(accountId);
    this.accounts.delete(accountId);
    this.groups.delete(accountId);
    this.tags.removeAll(accountId);
  }

  private of(accountId: string): Map<string, Feedback> {
    let items = this.accounts.get(accountId);
    if (!items) this.accounts.set(accountId, (items = new Map()));
    return items;
  }

  private matching(accountId: string, filter: FeedbackFilter): readonly Feedback[] {
    const importIdOf = (id: string) => this.importIds.get(`${accountId} ${id}`);
    const isAskedBy = (item: Feedback, email: string) =>
      this.requests.requestsOf(item).some((request) => addressOf(request) === email.toLowerCase());
    return matching([...this.of(accountId).values()], filter, { importIdOf, isAskedBy });
  }
}

const idOf = ({ id }: { readonly id: string }) => id;

const { compare: alphabetical } = new Intl.Collator('und');
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const byNumber = (a: string, b: string) => Number(a) - Number(b);

/** Compares two positions by key, then by ID. */
function comparatorOf(sort: Sort): (a: Position, b: Position) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const byKey = sort.endsWith('title') ? alphabetical : sort.startsWith('-request_') ? byNumber : byCodeUnits;
  return (a, b) => {
    const [key, other] = [a.key ?? '', b.key ?? ''];
    return direction * (byKey(key, other) || byCodeUnits(key, other) || byCodeUnits(a.id, b.id));
  };
}
