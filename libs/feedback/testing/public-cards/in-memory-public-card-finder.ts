import {
  MOVES_MAX,
  type Feedback,
  type FoundCard,
  type CardMove,
  type Move,
  type PublicCardFinder,
  type ShownCard,
  type Status,
} from '../../src';
import { gramsOf } from '../../src/similar/grams';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

type PublicItem = Feedback & { readonly public: NonNullable<Feedback['public']> };

/** In-memory adapter for tests (public.md 4). */
export class InMemoryPublicCardFinder implements PublicCardFinder {
  constructor(private readonly items: InMemoryFeedbackRepository) {}

  async list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly ShownCard[]> {
    const shown = this.shown(accountId).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return statuses
      .flatMap((status) => shown.filter((card) => card.status === status).slice(0, limit))
      .toSorted((a, b) => compare(b.movedAt, a.movedAt) || compare(b.id, a.id));
  }

  async find(accountId: string, id: string): Promise<FoundCard> {
    const item = await this.items.find(accountId, id);
    const hasEnded = this.items.endedCards.has(`${accountId} ${id}`);
    if (!item || (!isPublic(item) && !hasEnded)) return { kind: 'none' };
    const target = item.merged_into === null ? null : await this.items.find(accountId, item.merged_into);
    if (target && isPublic(target)) return { kind: 'merged', into: target.id };
    if (target || !isPublic(item)) return { kind: 'ended' };
    return { kind: 'card', card: this.cardOf(item), moves: this.moves(item).slice(0, MOVES_MAX) };
  }

  async listMoves(
    accountId: string,
    statuses: readonly Status[],
    limit: number,
  ): Promise<readonly CardMove[]> {
    return this.publicItems(accountId)
      .flatMap((item) => this.moves(item).map((move) => ({ card: this.cardOf(item), ...move })))
      .filter(({ status }) => statuses.includes(status))
      .sort((a, b) => compare(b.at, a.at) || compare(b.card.id, a.card.id))
      .slice(0, limit);
  }

  async listSimilar(
    accountId: string,
    statuses: readonly Status[],
    limit: number,
    title: string,
  ): Promise<readonly ShownCard[]> {
    const grams = gramsOf(title);
    const hasPartOf = (other: string) => [...gramsOf(other)].some((gram) => grams.has(gram));
    return (await this.list(accountId, statuses, limit)).filter((card) => hasPartOf(card.title));
  }

  private shown(accountId: string): readonly ShownCard[] {
    return this.publicItems(accountId).map((item) => this.cardOf(item));
  }

  private publicItems(accountId: string): readonly PublicItem[] {
    return this.items
      .all(accountId)
      .filter((item) => isPublic(item) && item.merged_into === null) as PublicItem[];
  }

  private cardOf(item: PublicItem): ShownCard {
    const { id, status, request_count: requestCount, unconfirmed_votes: unconfirmedVotes } = item;
    const { title, text, published_at: publishedAt } = item.public;
    const [{ at: movedAt }] = this.moves(item) as [Move];
    return { id, title, text, status, requestCount, unconfirmedVotes, publishedAt, movedAt };
  }

  /** Of its recorded changes since it became public, the newest one first. */
  private moves({ accountId, id }: PublicItem): readonly Move[] {
    const moves: Move[] = [];
    for (const change of this.items.changesOf(accountId)) {
      if (change.kind !== 'updated' || change.item.id !== id) continue;
      const { item, previous } = change;
      if (!item.public || !previous.public) moves.length = 0;
      if (item.public && (!previous.public || previous.status !== item.status))
        moves.unshift({ status: item.status, at: item.updated_at });
    }
    return moves;
  }
}

const isPublic = (item: Feedback): item is PublicItem => item.public !== null;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
