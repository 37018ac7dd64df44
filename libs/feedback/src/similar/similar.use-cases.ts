import { feedbackNotFound, type Feedback } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import { rankSimilar, SIMILAR_MAX } from './rank';
import type { SimilarItemFinder } from './similar.ports';

export interface SimilarItem {
  readonly item: Feedback;
  /** From 0 to 1. */
  readonly score: number;
}

/** Finds items that may be duplicates (similar.md 1). */
export class SimilarUseCases {
  constructor(
    private readonly items: Pick<FeedbackRepository, 'find' | 'findAll'>,
    private readonly finder: SimilarItemFinder,
  ) {}

  /**
   * Returns the items that are similar to this one, without it, best first.
   * @throws DomainError `feedback_not_found`
   */
  async ofItem(accountId: string, id: string): Promise<readonly SimilarItem[]> {
    const item = await this.items.find(accountId, id.toLowerCase());
    if (!item) throw feedbackNotFound();
    return this.find(accountId, item.title, item.id);
  }

  /** Returns the items that are similar to a title, best first. */
  async ofTitle(accountId: string, title: string): Promise<readonly SimilarItem[]> {
    return this.find(accountId, title);
  }

  private async find(accountId: string, title: string, ownId?: string): Promise<readonly SimilarItem[]> {
    const candidates = await this.finder.findCandidates(accountId, title);
    const ranked = rankSimilar(title, candidates, SIMILAR_MAX + 1)
      .filter(({ id }) => id !== ownId)
      .slice(0, SIMILAR_MAX);
    if (ranked.length === 0) return [];
    const items = await this.items.findAll(
      accountId,
      ranked.map(({ id }) => id),
    );
    // An item can have been deleted in the meantime.
    return ranked.flatMap(({ score }, i) => (items[i] ? [{ item: items[i], score }] : []));
  }
}
