import type { IdempotencyUseCases } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/** Deletes expired idempotency records every hour (idempotency.md 4). */
export class IdempotencyPurge extends RecurringJob {
  constructor(private readonly requests: Pick<IdempotencyUseCases, 'purge'>) {
    super({ everyMs: EVERY_MS, failure: 'Could not delete expired idempotency keys; retrying in one hour' });
  }

  protected async runOnce(): Promise<void> {
    let total = 0;
    try {
      await this.repeat(async () => {
        const count = await this.requests.purge();
        total += count;
        return count;
      });
    } finally {
      if (total > 0) this.logger.log(`Deleted expired idempotency keys: ${total}`);
    }
  }
}
