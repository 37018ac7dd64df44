import type { Actor, Instant, SecurityEvent } from '@libs/kernel';
import type { ImportCounts, ImportEntry, ImportRepository, RequestPlace } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for unit tests; `InMemoryFeedbackImporter` adds the records. */
export class InMemoryImportRepository implements ImportRepository {
  private entries: (ImportEntry & { readonly accountId: string })[] = [];

  /** The requests that imports added to items that existed, by `<account ID> <import ID>`. */
  readonly requestsOf = new Map<string, RequestPlace[]>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, id) => {
      if (id === undefined) this.entries = this.entries.filter((entry) => entry.accountId !== accountId);
    });
  }

  add(accountId: string, entry: ImportEntry, end: Instant): void {
    const remaining = this.entries.filter((one) => one.accountId !== accountId || one.createdAt > end);
    this.entries = [...remaining, { ...entry, accountId }];
  }

  async list(accountId: string, end: Instant, limit: number): Promise<readonly ImportEntry[]> {
    return this.entries
      .filter((entry) => entry.accountId === accountId && entry.createdAt > end)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(({ accountId: _, ...entry }) => entry);
  }

  async count(accountId: string, importId: string): Promise<Omit<ImportCounts, 'requests'>> {
    const items = await this.itemsOf(accountId, importId);
    return { items: items.length, changed: items.filter(({ version }) => version > 1).length };
  }

  async countRequests(accountId: string, importId: string): Promise<number> {
    const places = this.requestsOf.get(`${accountId} ${importId}`) ?? [];
    return places.filter((place) => this.items.requests.has(accountId, place)).length;
  }

  async undoRequests(accountId: string, importId: string, event?: SecurityEvent): Promise<number> {
    const removed = this.items.requests.discard(
      accountId,
      this.requestsOf.get(`${accountId} ${importId}`) ?? [],
    );
    this.items.requests.recountQuietly(accountId);
    if (event && removed > 0) this.items.securityLog.push(event);
    return removed;
  }

  async undo(
    accountId: string,
    importId: string,
    withChanged: boolean,
    by: Actor,
    event?: SecurityEvent,
  ): Promise<number> {
    // All together: the deletion of one changes the others of its group.
    const undone = (await this.itemsOf(accountId, importId)).filter(
      ({ version }) => withChanged || version === 1,
    );
    const stored = undone.filter(({ id }) => this.items.itemOf(accountId, id) !== null);
    const kept = await this.items.removeUnchanged(accountId, stored, by);
    const removed = stored.length - kept.length;
    if (event && removed > 0) this.items.securityLog.push(event);
    if ((await this.itemsOf(accountId, importId)).length > 0) return removed;
    const others = this.entries.filter((entry) => entry.accountId !== accountId || entry.id !== importId);
    if (others.length < this.entries.length)
      for (const notify of this.items.onRemoval) notify(accountId, importId);
    this.entries = others;
    return removed;
  }

  private itemsOf = (accountId: string, importId: string) =>
    this.items.list(accountId, { limit: Infinity, offset: 0, importId, merged: 'include' });
}
