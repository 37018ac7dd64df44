import { DomainError, type Clock, type Instant } from '@libs/kernel';
import type { Status } from '../items/feedback.rules';
import { rankSimilar } from '../similar/rank';
import type { FoundCard, CardMove, PublicCardFinder, ShownCard } from './public-card.ports';

/** Maximum number of cards of a status, the newest ones (public.md 4). */
const CARDS_PER_STATUS = 500;
/** How long a shipped card stays on the roadmap. */
const SHIPPED_DAYS = 90;
/** Maximum number of entries of a feed, the newest ones (public.md 6). */
const FEED_MOVES = 50;

/** Maximum number of cards that a visitor of the form sees (public.md 7). */
const SIMILAR_CARDS_MAX = 3;
/** Scores from 0 to 1, as in similar.md 3: cards to show beside a title, and cards that are probably the same. */
const SIMILAR_SCORE = 0.25;
const CLOSE_SCORE = 0.6;

/** Statuses that promise something, and after how many days the dashboard asks about it (public.md 3). */
const PROMISED = ['planned', 'building'] as const;
const UNMOVED_DAYS = 60;
const UNMOVED_MAX = 20;

const DAY_MS = 86_400_000;

export interface CardOrder {
  /** Whether cards have the number of requests, which then decides their order. */
  readonly byRequests: boolean;
}

/** Cards of one status. */
export interface Column {
  readonly status: Status;
  readonly cards: readonly ShownCard[];
}

/** What visitors see of public items (public.md 4). */
export class ShownCardUseCases {
  constructor(
    private readonly finder: PublicCardFinder,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a column for each status, in their order. Cards with more requests come first if that is asked for; others,
   * and shipped ones, by their last move.
   */
  async columns(
    accountId: string,
    statuses: readonly Status[],
    { byRequests }: CardOrder,
  ): Promise<readonly Column[]> {
    const cards = await this.shown(accountId, statuses);
    return statuses.map((status) => {
      const own = cards.filter((card) => card.status === status);
      const ordered =
        byRequests && status !== 'shipped' ? own.toSorted((a, b) => b.requestCount - a.requestCount) : own;
      return { status, cards: ordered };
    });
  }

  async find(accountId: string, id: string): Promise<FoundCard> {
    return this.finder.find(accountId, id.toLowerCase());
  }

  /** Returns the newest moves to these statuses, the newest one first. */
  async moves(accountId: string, statuses: readonly Status[]): Promise<readonly CardMove[]> {
    return this.finder.listMoves(accountId, statuses, FEED_MOVES);
  }

  /** Returns the cards that are similar to a title, best first. */
  async similar(
    accountId: string,
    statuses: readonly Status[],
    title: string,
  ): Promise<readonly ShownCard[]> {
    return this.ranked(accountId, statuses, title, SIMILAR_SCORE);
  }

  /**
   * Returns the cards that are probably the same as a title, best first; none while too many searches of the account
   * wait, so that a submission does not fail.
   */
  async close(accountId: string, statuses: readonly Status[], title: string): Promise<readonly ShownCard[]> {
    return this.ranked(accountId, statuses, title, CLOSE_SCORE).catch(noneIfBusy);
  }

  private async ranked(
    accountId: string,
    statuses: readonly Status[],
    title: string,
    least: number,
  ): Promise<readonly ShownCard[]> {
    const cards = await this.finder.listSimilar(accountId, statuses, CARDS_PER_STATUS, title);
    const found = cards.map((card) => ({ ...card, description: card.text }));
    return rankSimilar(title, { found, sample: cards.map((card) => card.title) }, SIMILAR_CARDS_MAX)
      .filter(({ score }) => score >= least)
      .map(({ id }) => cards.find((card) => card.id === id)!);
  }

  /** Returns the planned and building cards that have not moved for 60 days, the longest unmoved one first. */
  async unmoved(accountId: string): Promise<readonly ShownCard[]> {
    const before = this.daysAgo(UNMOVED_DAYS);
    const cards = await this.finder.list(accountId, PROMISED, CARDS_PER_STATUS);
    return cards
      .filter(({ movedAt }) => movedAt < before)
      .toReversed()
      .slice(0, UNMOVED_MAX);
  }

  /** Without cards that were shipped long ago. */
  private async shown(accountId: string, statuses: readonly Status[]): Promise<readonly ShownCard[]> {
    const since = this.daysAgo(SHIPPED_DAYS);
    const cards = await this.finder.list(accountId, statuses, CARDS_PER_STATUS);
    return cards.filter(({ status, movedAt }) => status !== 'shipped' || movedAt >= since);
  }

  private daysAgo(days: number): Instant {
    return new Date(this.clock().getTime() - days * DAY_MS).toISOString();
  }
}

function noneIfBusy(error: unknown): readonly ShownCard[] {
  if (error instanceof DomainError && error.kind === 'rate_limit') return [];
  throw error;
}
