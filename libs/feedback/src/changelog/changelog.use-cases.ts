import { PAGE_MAX, pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import type { FeedbackRepository } from '../items/feedback.ports';
import type { AssertCanNotify } from '../status-messages/notify';
import type { StorageLimit } from '../storage/storage-limit';
import type { ChangelogRepository, EntriesQuery } from './changelog.ports';
import { entryNotFound, newEntry, type ChangelogEntry, type EntryChange, type NewEntry } from './entry';

/** How many people would be told (changelog.md 10). */
export interface EntryAudience {
  readonly recipients: number;
  /** If the items were shipped. */
  readonly recipients_if_shipped: number;
}

/** Use cases of the changelog (changelog.md 2). */
export class ChangelogUseCases {
  constructor(
    private readonly ports: {
      readonly entries: ChangelogRepository;
      readonly items: Pick<FeedbackRepository, 'findAll' | 'reviseAll'>;
      readonly storage: StorageLimit;
      readonly assertCanNotify: AssertCanNotify;
    },
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  async list(accountId: string, query: EntriesQuery): Promise<Page<ChangelogEntry>> {
    return pageOf(await this.ports.entries.list(accountId, query), query.limit);
  }

  /** @throws DomainError `not_found` */
  async read(accountId: string, id: string): Promise<ChangelogEntry> {
    return requireEntry(await this.ports.entries.find(accountId, id.toLowerCase()));
  }

  /** @throws DomainError `not_found` for its items, `conflict` */
  async create(accountId: string, input: Valid<NewEntry>): Promise<ChangelogEntry> {
    this.ports.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const entry = newEntry(accountId, input, { id: this.newId(now), now });
    await this.ports.entries.add(entry);
    return entry;
  }

  /**
   * Changes and publishes an entry, and tells people. With `set_shipped`, its items are shipped afterwards: repeat the call
   * if that fails.
   * @throws DomainError `not_found`, also for its items, `conflict`, `permission` without mail, `rate_limit`
   */
  async change(
    accountId: string,
    id: string,
    change: Valid<EntryChange>,
    by: Actor,
  ): Promise<ChangelogEntry> {
    if (!isUnpublishing(change)) this.ports.storage.assertBelowStorageLimit(accountId);
    this.ports.assertCanNotify([{ notify: change.notify ? {} : null }]);
    const { entries } = this.ports;
    const at = this.clock().toISOString();
    const entry = requireEntry(await entries.revise(accountId, id.toLowerCase(), change, { by, at }));
    if (change.set_shipped) await this.ship(entry, by);
    return entry;
  }

  /** How many people would be told about an entry with these items. */
  async audience(accountId: string, items: readonly string[]): Promise<EntryAudience> {
    const [recipients, shipping] = await Promise.all(
      [false, true].map((shipsItems) => this.ports.entries.audience(accountId, items, shipsItems)),
    );
    return { recipients: recipients!, recipients_if_shipped: shipping! };
  }

  /** Ships the items of an entry, or the targets that they are merged into. Again, if one is deleted meanwhile. */
  private async ship({ accountId, items: ids }: ChangelogEntry, by: Actor): Promise<void> {
    for (;;) {
      const found = (await this.ports.items.findAll(accountId, ids)).filter((item) => item !== null);
      const targets = new Set(found.map((item) => item.merged_into ?? item.id));
      if (targets.size === 0) return;
      const updates = [...targets].map((id) => ({ id, status: 'shipped' }) as const);
      const batch = { updates, by, at: this.clock().toISOString() };
      if ((await this.ports.items.reviseAll(accountId, batch)).after.length > 0) return;
    }
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.ports.entries.remove(accountId, id.toLowerCase()))) throw entryNotFound();
  }

  /** Yields pages of all entries, newest first, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly ChangelogEntry[]> {
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const page: Page<ChangelogEntry> = await this.list(accountId, { limit: PAGE_MAX, after });
      yield page.items;
      ({ hasMore } = page);
      after = page.items.at(-1)?.id;
    }
  }

  /** Deletes all entries of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.ports.entries.removeAll(accountId);
  }
}

/** Whether a change stores nothing that takes space. */
const isUnpublishing = ({ status, title, text, items }: Valid<EntryChange>): boolean =>
  status === 'draft' && [title, text, items].every((value) => value === undefined);

function requireEntry(entry: ChangelogEntry | null): ChangelogEntry {
  if (!entry) throw entryNotFound();
  return entry;
}
