import { createHash } from 'node:crypto';
import type { Account } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readerOf, type Reader } from '../languages/reader';
import { bytesOf, sendPage, storedPage, type StoredPage } from './stored-page';

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

/** A page, and how it is rendered unless it is stored. */
export interface Renderable {
  /** Differs for each page of a version. */
  readonly name: string;
  readonly type: string;
  readonly render: (reader: Reader) => string | Promise<string>;
}

type RenderPage = () => Promise<StoredPage>;

/**
 * Reads what an account shows once a second, for however many visitors, and renders a page when what it shows has
 * changed (public.md 5).
 */
export class PageCache<T extends ShownAtTime> {
  private readonly pages = new LRUCache<string, StoredPage, RenderPage>({
    maxSize: MEMORY,
    sizeCalculation: bytesOf,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context(),
  });
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

  /**
   * Returns a page of this version, and renders it if no page of this name does yet. Requests that come meanwhile wait for
   * it. An error is not stored.
   */
  async page(version: string, name: string, render: RenderPage): Promise<StoredPage> {
    return (await this.pages.fetch(`${version} ${name}`, { context: render }))!;
  }

  /** Sends a page of this version in the language of the visitor. */
  async send(
    { account, version }: Pick<ShownAtTime, 'account' | 'version'>,
    { name, type, render }: Renderable,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const reader = readerOf(request);
    const key = `${name} ${reader.language}${reader.query}`;
    const page = await this.page(version, key, async () => storedPage(type, await render(reader)));
    return sendPage(page, account.publicPages.searchEngines, request, reply);
  }
}

/** Of what pages show. Times are numbers of days ago, so that pages change every day. */
export function versionOf({ id, name, slug, form, publicPages }: Account, shown: unknown, now: Date): string {
  const all = [id, name, slug, form, publicPages, shown, now.toISOString().slice(0, 10)];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
