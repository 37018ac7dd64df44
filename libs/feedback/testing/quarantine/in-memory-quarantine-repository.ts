import type { Actor } from '@libs/kernel';
import {
  released,
  type Feedback,
  type FeedbackRepository,
  type QuarantinedFeedback,
  type QuarantineQuery,
  type QuarantineRepository,
} from '../../src';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryQuarantineRepository implements QuarantineRepository {
  private readonly accounts = new Map<string, Map<string, QuarantinedFeedback>>();

  /** @param items stores the items of released entries */
  constructor(private readonly items: FeedbackRepository) {}

  async add(entry: QuarantinedFeedback): Promise<void> {
    this.of(entry.accountId).set(entry.id, entry);
  }

  async list(accountId: string, { limit, after }: QuarantineQuery): Promise<readonly QuarantinedFeedback[]> {
    return [...this.of(accountId).values()]
      .filter(({ id }) => after === undefined || id < after)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async count(accountId: string): Promise<number> {
    return this.of(accountId).size;
  }

  async release(accountId: string, id: string, by: Actor): Promise<Feedback | null> {
    const entry = this.of(accountId).get(id);
    if (!entry) return null;
    this.of(accountId).delete(id);
    const item = released(entry);
    await this.items.add(item, by);
    return item;
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    return this.of(accountId).delete(id);
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private of(accountId: string): Map<string, QuarantinedFeedback> {
    let entries = this.accounts.get(accountId);
    if (!entries) this.accounts.set(accountId, (entries = new Map()));
    return entries;
  }
}
