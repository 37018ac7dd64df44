import type { Clock, NewId, Valid } from '@libs/kernel';
import { newFeedback, type Feedback, type NewFeedback } from '../items/feedback';
import type { Source } from '../items/feedback.rules';
import { batchResult, type BatchResult, type FeedbackUpdates } from '../batch/batch';
import { endOf, type StoredResponse, type IdempotentRequest } from './idempotency';
import type { IdempotencyRepository } from './idempotency.ports';

/**
 * Writes that happen once, however often they are asked for (idempotency.md 2). `answer` is what the surface will say
 * of what was written; only what happened is remembered, so that after any error the same request is worth another try.
 */
export class IdempotencyUseCases {
  constructor(
    private readonly writes: IdempotencyRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /** @throws DomainError `idempotency`, `conflict` */
  async submit(
    accountId: string,
    input: Valid<NewFeedback>,
    source: Source,
    once: IdempotentRequest,
    answer: (item: Feedback) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    return this.writes.add(newFeedback(accountId, input, source, this.newId(now), now), once, answer);
  }

  /** @throws DomainError `not_found` with each line whose item is not there, `idempotency`, `conflict` */
  async reviseAll(
    accountId: string,
    { updates }: Valid<FeedbackUpdates>,
    once: IdempotentRequest,
    answer: (result: BatchResult) => string,
  ): Promise<StoredResponse> {
    const batch = { updates, at: this.clock().toISOString() };
    return this.writes.reviseAll(accountId, batch, once, (before) => answer(batchResult(before, batch)));
  }

  /**
   * Forgets some requests whose time is over, of every account. How many; none when nothing is left, or another
   * instance is at it.
   */
  async purge(): Promise<number> {
    return this.writes.purge(endOf(this.clock().toISOString()));
  }
}
