import { createHash } from 'node:crypto';
import type { Account, AccountUseCases } from '@libs/accounts';
import type { CardMove, Column, ShownCard, ShownCardUseCases } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { LRUCache } from 'lru-cache';
import { bytesOf, storedPage, type StoredPage } from './stored-page';

/** How long a roadmap that was read stays as it was (public.md 5). */
const FRESH_MS = 1_000;
/** Of the cards of all accounts, and of their pages, in each process. */
const MEMORY = 32 * 1024 * 1024;
const ROADMAPS_MAX = 1_000;

/** An account's roadmap at a time. `version` differs if anything that its pages show differs. */
export interface CurrentRoadmap {
  readonly account: Account;
  readonly columns: readonly Column[];
  /** The newest one first. */
  readonly moves: readonly CardMove[];
  readonly now: Date;
  readonly version: string;
}

/**
 * Reads the cards of an account once a second, for however many visitors, and renders a page when what it shows has
 * changed (public.md 5).
 */
export class RoadmapCache {
  private readonly pages = new LRUCache<string, StoredPage>({ maxSize: MEMORY, sizeCalculation: bytesOf });
  private readonly roadmaps: LRUCache<string, CurrentRoadmap>;

  constructor(
    private readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    private readonly cards: Pick<ShownCardUseCases, 'columns' | 'moves'>,
    private readonly clock: Clock,
  ) {
    this.roadmaps = new LRUCache<string, CurrentRoadmap>({
      max: ROADMAPS_MAX,
      maxSize: MEMORY,
      sizeCalculation: ({ columns, moves }) =>
        1_000 + sizeOf([...columns.flatMap(({ cards }) => cards), ...moves.map(({ card }) => card)]),
      ttl: FRESH_MS,
      // Those who wait for a roadmap get it, also if requests for many others push it out of the cache meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (slug) => this.read(slug),
    });
  }

  /** @throws DomainError `not_found` if there is no account with this slug or alias */
  async of(slug: string): Promise<CurrentRoadmap> {
    return (await this.roadmaps.fetch(slug))!;
  }

  /** Returns a page that shows the roadmap, and renders it if no page of this name does yet. */
  page(roadmap: CurrentRoadmap, name: string, type: string, render: () => string): StoredPage {
    const key = `${roadmap.version} ${name}`;
    const known = this.pages.get(key);
    if (known) return known;
    const page = storedPage(type, render());
    this.pages.set(key, page);
    return page;
  }

  private async read(slug: string): Promise<CurrentRoadmap> {
    const account = await this.accounts.findBySlug(slug);
    const { statuses, counts, roadmap } = account.publicPages;
    const isShown = roadmap && !account.suspendedAt;
    const byRequests = counts !== 'none';
    const [columns, moves] = isShown
      ? await Promise.all([
          this.cards.columns(account.id, statuses, { byRequests }),
          this.cards.moves(account.id, statuses),
        ])
      : [[], []];
    const now = this.clock();
    return { account, columns, moves, now, version: versionOf(account, [columns, moves], now) };
  }
}

/** Of what pages show. A move is a number of days ago, so that they change every day. */
function versionOf({ id, name, slug, form, publicPages }: Account, shown: unknown, now: Date): string {
  const all = [id, name, slug, form, publicPages, shown, now.toISOString().slice(0, 10)];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

const sizeOf = (cards: readonly ShownCard[]): number =>
  cards.reduce((sum, { title, text }) => sum + 300 + 2 * (title.length + (text?.length ?? 0)), 0);
