import type { Feedback, PublicCardFinder, PublicItem, Status } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for tests (public.md 1). */
export class InMemoryPublicCardFinder implements PublicCardFinder {
  constructor(private readonly items: InMemoryFeedbackRepository) {}

  async list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly PublicItem[]> {
    const items = await this.items.list(accountId, { limit: Infinity, offset: 0 });
    return items
      .filter((item) => isPublic(item) && statuses.includes(item.status))
      .slice(0, limit) as PublicItem[];
  }

  async find(accountId: string, id: string): Promise<PublicItem | 'ended' | null> {
    const item = await this.items.find(accountId, id);
    if (item && isPublic(item)) return item;
    return item && this.items.endedCards.has(`${accountId} ${id}`) ? 'ended' : null;
  }
}

const isPublic = (item: Feedback): item is PublicItem => item.public !== null;
