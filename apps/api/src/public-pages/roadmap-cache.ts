import type { AccountUseCases } from '@libs/accounts';
import type { CardMove, Column, ShownCard, ShownCardUseCases } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { PageCache, versionOf, type ShownAtTime } from '../visitor-pages/page-cache';

/** An account's roadmap at a time. */
export interface CurrentRoadmap extends ShownAtTime {
  readonly columns: readonly Column[];
  /** The newest one first. */
  readonly moves: readonly CardMove[];
}

/** The roadmaps of accounts, and their pages (public.md 5). */
export class RoadmapCache extends PageCache<CurrentRoadmap> {
  constructor(
    accounts: Pick<AccountUseCases, 'findBySlug'>,
    cards: Pick<ShownCardUseCases, 'columns' | 'moves'>,
    clock: Clock,
  ) {
    const read = async (slug: string) => {
      const account = await accounts.findBySlug(slug);
      const { statuses, counts, roadmap } = account.publicPages;
      const isShown = roadmap && !account.suspendedAt;
      const byRequests = counts !== 'none';
      const [columns, moves] = isShown
        ? await Promise.all([
            cards.columns(account.id, statuses, { byRequests }),
            cards.moves(account.id, statuses),
          ])
        : [[], []];
      const now = clock();
      return { account, columns, moves, now, version: versionOf(account, [columns, moves], now) };
    };
    super(read, ({ columns, moves }) =>
      sizeOf([...columns.flatMap((column) => column.cards), ...moves.map(({ card }) => card)]),
    );
  }
}

const sizeOf = (cards: readonly ShownCard[]): number =>
  cards.reduce((sum, { title, text }) => sum + 300 + 2 * (title.length + (text?.length ?? 0)), 0);
