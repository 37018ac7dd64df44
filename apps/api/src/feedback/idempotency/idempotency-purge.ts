import type { IdempotencyUseCases } from '@libs/feedback';
import { RecurringJob } from '../../recurring-job';

const EVERY_MS = 3_600_000;

/** Forgets, every hour, the requests whose time is over (idempotency.md 4). */
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
      this.logger.error(
        'Idempotency keys could not be purged; the next try is in an hour',
        (error as Error).stack,
      );
    }
    if (total > 0) this.logger.log(`Forgot ${total} idempotency keys whose time was over`);
  }
}
