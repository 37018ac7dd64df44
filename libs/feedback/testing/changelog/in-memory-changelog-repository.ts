import type { Instant } from '@libs/kernel';
import {
  changedEntry,
  ENTRIES_MAX,
  feedbackNotFound,
  hasSameItems,
  tooManyEntries,
  type ChangelogEntry,
  type ChangelogRepository,
  type EntriesQuery,
  type EntryChange,
} from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for unit tests. */
export class InMemoryChangelogRepository implements ChangelogRepository {
  private readonly accounts = new Map<string, Map<string, ChangelogEntry>>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, itemId) => {
      for (const entry of this.of(accountId).values())
        this.store({ ...entry, items: entry.items.filter((id) => itemId !== undefined && id !== itemId) });
    });
  }

  async add(entry: ChangelogEntry): Promise<void> {
    if (this.of(entry.accountId).size >= ENTRIES_MAX) throw tooManyEntries();
    this.assertFound(entry);
    this.store(entry);
  }

  async find(accountId: string, id: string): Promise<ChangelogEntry | null> {
    return this.of(accountId).get(id) ?? null;
  }

  async list(accountId: string, { limit, status, after }: EntriesQuery): Promise<readonly ChangelogEntry[]> {
    return [...this.of(accountId).values()]
      .filter((entry) => status === undefined || entry.status === status)
      .filter(({ id }) => after === undefined || id < after)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async revise(
    accountId: string,
    id: string,
    change: EntryChange,
    at: Instant,
  ): Promise<ChangelogEntry | null> {
    const current = this.of(accountId).get(id);
    if (!current) return null;
    const next = changedEntry(current, change, at);
    if (!hasSameItems(current, next)) this.assertFound(next);
    this.store(next);
    return next;
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    return this.of(accountId).delete(id);
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private assertFound({ accountId, items }: ChangelogEntry): void {
    const missing = items.flatMap((id, i) => (this.items.itemOf(accountId, id) ? [] : [`items[${i}]`]));
    if (missing.length > 0) throw feedbackNotFound(missing);
  }

  private store(entry: ChangelogEntry): void {
    this.of(entry.accountId).set(entry.id, entry);
  }

  private of(accountId: string): Map<string, ChangelogEntry> {
    let entries = this.accounts.get(accountId);
    if (!entries) this.accounts.set(accountId, (entries = new Map()));
    return entries;
  }
}
