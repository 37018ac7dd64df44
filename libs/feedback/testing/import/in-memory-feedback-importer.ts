import { IMPORT, type SecurityEvent } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  addressOf,
  endOfUndo,
  importInProgress,
  plannedImportMerges,
  requestFor,
  REQUESTS_MAX,
  titleKey,
  tooManyRequests,
  type Assignee,
  type Feedback,
  type FeedbackImporter,
  type FeedbackRequest,
  type GroupState,
  type ImportEntry,
  type ImportedRequest,
  type ImportTarget,
  type KnownItem,
  type IdempotentRequest,
  type RequestOutcome,
} from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryIdempotencyRepository } from '../idempotency/in-memory-idempotency-repository';
import { InMemoryImportRepository } from './in-memory-import-repository';

/** The uncommitted writes of an import. */
interface Draft {
  readonly added: { readonly item: Feedback; readonly importId: string }[];
  readonly requests: FeedbackRequest[];
  /** Requests of items that existed. */
  readonly others: { readonly request: FeedbackRequest; readonly importId: string }[];
  readonly merged: { readonly id: string; readonly via: string }[];
  readonly isOfRequests?: boolean;
  entry: ImportEntry | null;
  existing: number;
  event?: SecurityEvent | undefined;
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryFeedbackImporter implements FeedbackImporter {
  private readonly running = new Set<string>();
  /** The members of accounts, to whom items can be assigned. */
  readonly members = new Map<string, readonly Assignee[]>();

  /** @param items stores the imported items */
  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly imports = new InMemoryImportRepository(items),
    private readonly requests = new InMemoryIdempotencyRepository(items),
  ) {}

  async run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T> {
    if (this.running.has(accountId)) throw importInProgress();
    this.running.add(accountId);
    try {
      const draft: Draft = { added: [], requests: [], others: [], merged: [], entry: null, existing: 0 };
      const result = await work(this.target(accountId, draft));
      if (!dryRun) await this.keep(accountId, draft);
      return result;
    } finally {
      this.running.delete(accountId);
    }
  }

  async isInProgress(
    accountId: string,
    request: Pick<IdempotentRequest, 'client' | 'key'>,
  ): Promise<boolean> {
    return this.requests.isInProgress(accountId, request);
  }

  private target(accountId: string, draft: Draft): ImportTarget {
    return {
      add: async (items, importId, requests = []) => {
        const added = await this.collect(accountId, items, importId, draft);
        const ids = new Set(added.map(({ id }) => id));
        draft.requests.push(...requests.filter(({ feedback_id: itemId }) => ids.has(itemId)));
        return added.length;
      },
      findMembers: async (names) =>
        (this.members.get(accountId) ?? []).filter(({ name }) => names.includes(name)),
      merge: async (merges) => {
        const plan = plannedImportMerges(merges, this.known(accountId, draft));
        draft.merged.push(...plan.merged);
        return plan.outcomes;
      },
      addRequests: async (rows, importId) =>
        rows.map((row) => this.addRequest(accountId, row, importId, draft)),
      async recordRequests(entry, event) {
        Object.assign(draft, { entry, event, isOfRequests: true });
      },
      async record(entry, existing, event) {
        Object.assign(draft, { entry, existing, event });
      },
      runOnce: (request, work) =>
        this.requests.runOnce(accountId, request, async () => {
          const { text, importId } = await work();
          return { text, itemIds: importId === null ? [] : [importId] };
        }),
    };
  }

  private async collect(
    accountId: string,
    items: readonly Feedback[],
    importId: string,
    { added }: Draft,
  ): Promise<readonly Feedback[]> {
    const before = added.length;
    await this.items.tags.rehearse(accountId, [
      ...added.flatMap(({ item }) => item.tags),
      ...items.flatMap(({ tags }) => tags),
    ]);
    for (const item of items) {
      const isAdded = added.some(
        ({ item: { id, external_id } }) =>
          id === item.id || (external_id !== null && external_id === item.external_id),
      );
      if (!isAdded && !(await this.exists(accountId, item))) added.push({ item, importId });
    }
    return added.slice(before).map(({ item }) => item);
  }

  private addRequest(
    accountId: string,
    row: ImportedRequest,
    importId: string,
    { others }: Draft,
  ): RequestOutcome {
    const { by, value } = row.item;
    const named = this.items
      .all(accountId)
      .filter(
        (item) => (by === 'title' ? titleKey(item.title) : item[by === 'feedback_id' ? 'id' : by]) === value,
      );
    if (named.length !== 1) return named.length === 0 ? 'unknown' : 'ambiguous';
    const item = named[0]!;
    const request = requestFor(item.id, row);
    const drafted = others.filter((one) => one.request.feedback_id === item.id).map((one) => one.request);
    const known = [...this.items.requests.requestsOf(item), ...drafted].map(addressOf);
    const address = addressOf(request);
    if (address !== null && known.includes(address)) return 'existing';
    const place = { feedback_id: item.id, id: request.id };
    const isDrafted = others.some(
      ({ request: other }) => other.feedback_id === item.id && other.id === request.id,
    );
    if (isDrafted || this.items.requests.has(accountId, place)) return 'existing';
    if (known.length > REQUESTS_MAX) throw tooManyRequests();
    others.push({ request, importId });
    return 'created';
  }

  private known(accountId: string, { added }: Draft): ReadonlyMap<string, KnownItem> {
    const existing = this.items.all(accountId).map((item): [string, KnownItem] => {
      const { id, merged_into: target, duplicate_count: duplicates } = item;
      return [id, { target: target ?? id, duplicates, isCreated: false }];
    });
    const created = added.map(({ item: { id } }): [string, KnownItem] => {
      return [id, { target: id, duplicates: 0, isCreated: true }];
    });
    return new Map([...existing, ...created]);
  }

  /** Only items that existed get new versions, and events. */
  private mergeAdded(accountId: string, { added, merged }: Draft): void {
    const groups = this.items.groupsOf(accountId);
    for (const { id, via } of merged) groups.setParent(id, via);
    if (merged.length === 0) return;
    const created = new Set(added.map(({ item }) => item.id));
    const store = ({ id, merged_via: _, ...grouping }: GroupState) =>
      this.items.store({ ...this.items.itemOf(accountId, id)!, ...grouping });
    // Twice: the totals of a group are those of the items that are in it.
    for (const grouping of groups.recounted()) if (created.has(grouping.id)) store(grouping);
    for (const grouping of groups.recounted()) {
      if (created.has(grouping.id)) store(grouping);
      else this.items.regroup(accountId, [grouping], { by: IMPORT, at: new Date().toISOString() });
    }
  }

  private async exists(accountId: string, { id, external_id }: Feedback): Promise<boolean> {
    if (await this.items.find(accountId, id)) return true;
    return external_id !== null && (await this.items.findByExternalId(accountId, external_id)) !== null;
  }

  private async keep(accountId: string, draft: Draft): Promise<void> {
    const { added, requests, others, entry, existing, event, isOfRequests } = draft;
    const names = added.flatMap(({ item }) => item.tags);
    await this.items.tags.ensure(accountId, names, randomUUID);
    for (const { item, importId } of added) {
      this.items.store({ ...item, accountId, tags: this.items.tags.stored(accountId, item.tags) });
      this.items.importIds.set(key(accountId, item.id), importId);
    }
    for (const request of requests) this.items.requests.store({ ...request, accountId });
    this.mergeAdded(accountId, draft);
    for (const { request, importId } of others) {
      if (!this.items.itemOf(accountId, request.feedback_id)) continue;
      this.items.requests.store(request);
      const places = this.imports.requestsOf.get(key(accountId, importId)) ?? [];
      this.imports.requestsOf.set(key(accountId, importId), [...places, request]);
    }
    if (others.length > 0) this.items.requests.recountQuietly(accountId);
    if (!entry) return;
    if (event) this.items.securityLog.push(event);
    const { createdAt: at, created } = entry;
    this.imports.add(accountId, entry, endOfUndo(new Date(at)));
    if (isOfRequests) return;
    this.items.record(accountId, { kind: 'imported', actor: IMPORT, at, created, existing });
  }
}

const key = (accountId: string, name: string): string => `${accountId} ${name}`;
