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
    super({ everyMs: EVERY_MS, failure: 'Could not delete old deliveries; retrying in one hour' });
  }

  protected async runOnce(): Promise<void> {
    const end = new Date(this.clock().getTime() - this.retentionDays * DAY_MS);
    await this.repeat(() => this.queue.removeBefore(end));
  }
}
