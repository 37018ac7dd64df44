import type { Clock } from '@libs/kernel';
import type { DeliveryQueue } from '@libs/webhooks';
import { RecurringJob } from '../../recurring-job';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Deletes deliveries every hour that are older than the events that are kept (webhooks.md 2). */
export class DeliveryPurge extends RecurringJob {
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'removeBefore'>,
    private readonly retentionDays: number,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    const end = new Date(this.clock().getTime() - this.retentionDays * DAY_MS);
    try {
      while (!this.isStopping && (await this.queue.removeBefore(end)) > 0);
    } catch (error) {
      this.logFailure('Could not delete old deliveries; retrying in one hour', error);
    }
  }
}
