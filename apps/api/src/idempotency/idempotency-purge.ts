import type { IdempotencyUseCases } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/** Deletes expired idempotency records every hour (idempotency.md 4). */
export class IdempotencyPurge extends RecurringJob {
  constructor(private readonly requests: Pick<IdempotencyUseCases, 'purge'>) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    let total = 0;
    try {
      for (let count = -1; count !== 0 && !this.isStopping; total += count)
        count = await this.requests.purge();
    } catch (error) {
      this.logFailure('Could not delete expired idempotency keys; retrying in one hour', error);
    }
    if (total > 0) this.logger.log(`Deleted expired idempotency keys: ${total}`);
  }
}
