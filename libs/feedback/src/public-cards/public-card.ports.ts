import type { Instant } from '@libs/kernel';
import type { Status } from '../items/feedback.rules';

/** What the public can see of a public item. It has no private field of the item (public.md 4). */
export interface ShownCard {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
  readonly status: Status;
  readonly requestCount: number;
  readonly unconfirmedVotes: number;
  /** When the item became public. */
  readonly publishedAt: Instant;
  /** When it became public or, later, got its status. */
  readonly movedAt: Instant;
}

/** A status that an item got while it was public; the first one is the status that it had when it became public. */
export interface Move {
  readonly status: Status;
  readonly at: Instant;
}

/** A move, and the card as it is now. */
export type CardMove = Move & { readonly card: ShownCard };

/** What is public at the ID of an item. The target of `merged` is public. */
export type FoundCard =
  | { readonly kind: 'card'; readonly card: ShownCard; readonly moves: readonly Move[] }
  | { readonly kind: 'merged'; readonly into: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'none' };

/** Maximum number of moves of one card, the newest ones. */
export const MOVES_MAX = 20;

/** Finds the cards of an account for the public (public.md 4). Items that are merged into others have none. */
export interface PublicCardFinder {
  /** Returns the cards with these statuses, at most `limit` of each status, the last moved one first. */
  list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly ShownCard[]>;
  /** `ended` also means that the card of a merged item is not shown. Moves are sorted by time, the newest one first. */
  find(accountId: string, id: string): Promise<FoundCard>;
  /** Returns the newest moves to these statuses, at most `limit`, the newest one first. */
  listMoves(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly CardMove[]>;
  /** As `list`, but only cards whose titles have parts of words in common with a title, in any order. */
  listSimilar(
    accountId: string,
    statuses: readonly Status[],
    limit: number,
    title: string,
  ): Promise<readonly ShownCard[]>;
}
