import type { Clock, Valid } from '@libs/kernel';
import { batchResult, type BatchResult, type FeedbackUpdates, type Removals } from './batch';
import type { FeedbackRepository } from '../items/feedback.ports';

/** What the product does with many items at once (batch.md 2). */
export class FeedbackBatchUseCases {
  constructor(
    private readonly items: FeedbackRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * All of a batch or nothing.
   * @throws DomainError `not_found` with each line whose item is not there
   */
  async revise(accountId: string, { updates }: Valid<FeedbackUpdates>): Promise<BatchResult> {
    const batch = { updates, at: this.clock().toISOString() };
    return batchResult(await this.items.reviseAll(accountId, batch), batch);
  }

  /** Removes permanently what still has its version, each item for itself; returns the ids of what has changed. */
  async remove(accountId: string, { items }: Valid<Removals>): Promise<readonly string[]> {
    return this.items.removeUnchanged(accountId, items);
  }

  /**
   * What `revise` would do now; writes nothing.
   * @throws DomainError as `revise` would
   */
  async preview(accountId: string, { updates }: Valid<FeedbackUpdates>): Promise<BatchResult> {
    const batch = { updates, at: this.clock().toISOString() };
    const ids = updates.map(({ id }) => id);
    return batchResult(await this.items.findAll(accountId, ids), batch);
  }
}
