import type { Clock } from '@libs/kernel';
import {
  batchRemoval,
  batchResult,
  batchRevision,
  type BatchResult,
  type FeedbackUpdate,
  type ItemVersion,
} from './batch';
import type { FeedbackRepository } from '../items/feedback.ports';

/** What the product does with many items at once (batch.md 2). */
export class FeedbackBatchUseCases {
  constructor(
    private readonly items: FeedbackRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * All of a batch or nothing.
   * @throws DomainError `validation`, `not_found` with each line whose item is not there
   */
  async revise(accountId: string, updates: readonly FeedbackUpdate[]): Promise<BatchResult> {
    const batch = batchRevision(updates, this.clock());
    return batchResult(await this.items.reviseAll(accountId, batch), batch);
  }

  /**
   * Removes permanently what still has its version, each item for itself; returns the ids of what has changed.
   * @throws DomainError `validation`
   */
  async remove(accountId: string, items: readonly ItemVersion[]): Promise<readonly string[]> {
    return this.items.removeUnchanged(accountId, batchRemoval(items));
  }

  /**
   * What `revise` would do now; writes nothing.
   * @throws DomainError as `revise` would
   */
  async preview(accountId: string, updates: readonly FeedbackUpdate[]): Promise<BatchResult> {
    const batch = batchRevision(updates, this.clock());
    const ids = batch.updates.map(({ id }) => id);
    return batchResult(await this.items.findAll(accountId, ids), batch);
  }
}
