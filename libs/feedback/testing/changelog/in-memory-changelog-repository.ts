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
  type EntryRevision,
  type ShownEntriesQuery,
  type ShownEntry,
} from '../../src';
import { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { InMemoryStatusMessageRepository } from '../status-messages/in-memory-status-message-repository';
import type { InMemoryEntryMessages } from './in-memory-entry-messages';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

type PublishedEntry = ChangelogEntry & { readonly published_at: Instant };
const isPublished = (entry: ChangelogEntry): entry is PublishedEntry => entry.status === 'published';
const placeOf = ({ published_at: at, id }: PublishedEntry) => `${at} ${id}`;

/** In-memory adapter for unit tests. */
export class InMemoryChangelogRepository implements ChangelogRepository {
  private readonly accounts = new Map<string, Map<string, ChangelogEntry>>();

  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly messages: InMemoryEntryMessages = new InMemoryStatusMessageRepository(
      items,
      new InMemoryFollowerRepository(items),
    ).aboutEntries,
  ) {
    messages.findEntry = (accountId, id) => this.of(accountId).get(id);
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
    const entry = this.of(accountId).get(id);
    return entry ? this.withMessage(entry) : null;
  }

  async list(accountId: string, { limit, status, after }: EntriesQuery): Promise<readonly ChangelogEntry[]> {
    return [...this.of(accountId).values()]
      .filter((entry) => status === undefined || entry.status === status)
      .filter(({ id }) => after === undefined || id < after)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1)
      .map((entry) => this.withMessage(entry));
  }

  async revise(
    accountId: string,
    id: string,
    change: EntryChange,
    revision: EntryRevision,
  ): Promise<ChangelogEntry | null> {
    const current = this.of(accountId).get(id);
    if (!current) return null;
    const next = changedEntry(current, change, revision.at);
    if (!hasSameItems(current, next)) this.assertFound(next);
    this.store(next);
    try {
      this.messages.change(next, change, revision);
    } catch (error) {
      this.store(current);
      throw error;
    }
    return this.withMessage(next);
  }

  async audience(accountId: string, itemIds: readonly string[], shipsItems: boolean): Promise<number> {
    return this.messages.peopleOf(accountId, itemIds, shipsItems).length;
  }

  private withMessage = (entry: ChangelogEntry): ChangelogEntry => ({
    ...entry,
    notification: this.messages.notificationOf(entry.accountId, entry.id),
  });

  async remove(accountId: string, id: string): Promise<boolean> {
    return this.of(accountId).delete(id);
  }

  async findUsed(accountId: string, itemIds: readonly string[]): Promise<readonly string[]> {
    const used = new Set([...this.of(accountId).values()].flatMap(({ items }) => items));
    return itemIds.filter((id) => used.has(id));
  }

  async listShown(accountId: string, { limit, after }: ShownEntriesQuery): Promise<readonly ShownEntry[]> {
    const shown = [...this.of(accountId).values()]
      .filter(isPublished)
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    const start = after === undefined ? 0 : shown.findIndex(({ id }) => id === after) + 1 || shown.length;
    return shown.slice(start, start + limit).map((entry) => this.shown(entry));
  }

  async listAbout(
    accountId: string,
    itemId: string,
    limit: number,
  ): Promise<readonly Pick<ShownEntry, 'id' | 'title'>[]> {
    const isAbout = (id: string) => id === itemId || this.items.itemOf(accountId, id)!.merged_into === itemId;
    return (await this.listShown(accountId, { limit: Infinity }))
      .filter(({ id }) => this.of(accountId).get(id)!.items.some(isAbout))
      .slice(0, limit)
      .map(({ id, title }) => ({ id, title }));
  }

  async findShown(accountId: string, id: string): Promise<ShownEntry | null> {
    const entry = this.of(accountId).get(id);
    return entry && isPublished(entry) ? this.shown(entry) : null;
  }

  private shown(entry: PublishedEntry): ShownEntry {
    const { accountId, id, title, text, published_at: publishedAt, updated_at: updatedAt } = entry;
    const targets = entry.items.map((item) => this.items.itemOf(accountId, item)!.merged_into ?? item);
    const cards = [...new Set(targets)].flatMap((target) => {
      const card = this.items.itemOf(accountId, target)!.public;
      return card ? [{ id: target, title: card.title }] : [];
    });
    return { id, title, text, publishedAt, updatedAt, cards };
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private assertFound({ accountId, items }: ChangelogEntry): void {
    const missing = items.flatMap((id, i) => (this.items.itemOf(accountId, id) ? [] : [`items[${i}]`]));
    if (missing.length > 0) throw feedbackNotFound(missing);
  }

  store(entry: ChangelogEntry): void {
    this.of(entry.accountId).set(entry.id, entry);
  }

  private of(accountId: string): Map<string, ChangelogEntry> {
    let entries = this.accounts.get(accountId);
    if (!entries) this.accounts.set(accountId, (entries = new Map()));
    return entries;
  }
}
