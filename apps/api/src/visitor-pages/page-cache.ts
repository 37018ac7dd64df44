import { createHash } from 'node:crypto';
import type { Account } from '@libs/accounts';
import { LRUCache } from 'lru-cache';
import { bytesOf, storedPage, type StoredPage } from './stored-page';

/** How long what was read stays as it was (public.md 5). */
const FRESH_MS = 1_000;
/** Of what was read for all accounts, and of its pages, in each process. */
const MEMORY = 32 * 1024 * 1024;
const ACCOUNTS_MAX = 1_000;

/** What public pages of an account show at a time. `version` differs if anything that they show differs. */
export interface ShownAtTime {
  readonly account: Account;
  readonly now: Date;
  readonly version: string;
}

/**
 * Reads what an account shows once a second, for however many visitors, and renders a page when what it shows has
 * changed (public.md 5).
 */
export class PageCache<T extends ShownAtTime> {
  private readonly pages = new LRUCache<string, StoredPage>({ maxSize: MEMORY, sizeCalculation: bytesOf });
  private readonly shown: LRUCache<string, T>;

  /** @param read throws DomainError `not_found` if there is no account with this slug or alias */
  constructor(read: (slug: string) => Promise<T>, sizeOf: (shown: T) => number) {
    this.shown = new LRUCache<string, T>({
      max: ACCOUNTS_MAX,
      maxSize: MEMORY,
      sizeCalculation: (shown) => 1_000 + sizeOf(shown),
      ttl: FRESH_MS,
      // Those who wait for it get it, also if requests for many others push it out of the cache meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (slug) => read(slug),
    });
  }

  /** @throws DomainError `not_found` if there is no account with this slug or alias */
  async of(slug: string): Promise<T> {
    return (await this.shown.fetch(slug))!;
  }

  /** Returns a page of this version, and renders it if no page of this name does yet. */
  async page(
    { version }: Pick<ShownAtTime, 'version'>,
    name: string,
    type: string,
    render: () => string | Promise<string>,
  ): Promise<StoredPage> {
    const key = `${version} ${name}`;
    const known = this.pages.get(key);
    if (known) return known;
    const page = storedPage(type, await render());
    this.pages.set(key, page);
    return page;
  }
}

/** Of what pages show. Times are numbers of days ago, so that pages change every day. */
export function versionOf({ id, name, slug, form, publicPages }: Account, shown: unknown, now: Date): string {
  const all = [id, name, slug, form, publicPages, shown, now.toISOString().slice(0, 10)];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
