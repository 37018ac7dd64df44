import { pageOf, type Page } from '@libs/kernel';
import type { ChangelogRepository, ShownEntry } from './changelog.ports';
import { entryNotFound } from './entry';

/** Maximum number of entries on a page of the changelog, and in feeds and data (changelog.md 5, changelog.md 6). */
const ENTRIES_PER_PAGE = 20;
const NEWEST_ENTRIES = 50;
/** Maximum number of entries on the page of a card, the newest ones (public.md 4). */
const ENTRIES_OF_CARD = 5;

/** What visitors see of the changelog (changelog.md 5). */
export class ShownChangelogUseCases {
  constructor(private readonly entries: Pick<ChangelogRepository, 'listShown' | 'listAbout' | 'findShown'>) {}

  /** Returns the newest entries, the last published one first. */
  async newest(accountId: string): Promise<readonly ShownEntry[]> {
    return this.entries.listShown(accountId, { limit: NEWEST_ENTRIES });
  }

  /** The first page of the newest entries. */
  firstPage(newest: readonly ShownEntry[]): Page<ShownEntry> {
    return pageOf(newest, ENTRIES_PER_PAGE);
  }

  /** Returns the page after an entry. @throws DomainError `not_found` if it would be empty */
  async pageAfter(accountId: string, id: string): Promise<Page<ShownEntry>> {
    const query = { limit: ENTRIES_PER_PAGE + 1, after: id.toLowerCase() };
    const entries = await this.entries.listShown(accountId, query);
    if (entries.length === 0) throw entryNotFound();
    return pageOf(entries, ENTRIES_PER_PAGE);
  }

  /** Returns the newest entries about an item or its duplicates. */
  async about(accountId: string, itemId: string): Promise<readonly Pick<ShownEntry, 'id' | 'title'>[]> {
    return this.entries.listAbout(accountId, itemId, ENTRIES_OF_CARD);
  }

  /** @throws DomainError `not_found` */
  async find(accountId: string, id: string): Promise<ShownEntry> {
    const entry = await this.entries.findShown(accountId, id.toLowerCase());
    if (!entry) throw entryNotFound();
    return entry;
  }
}
