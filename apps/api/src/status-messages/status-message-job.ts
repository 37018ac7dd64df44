import type { StatusMessageDelivery } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 10_000;
const FIRST_MS = 1_000;

/** Sends messages about status when their hold has ended, and counts what became of them (status-messages.md 3). */
export class StatusMessageJob extends RecurringJob {
  constructor(private readonly delivery: Pick<StatusMessageDelivery, 'sendDue' | 'settle'>) {
    super({
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      failure: 'Could not send messages about status; retrying',
    });
  }

  protected async runOnce(): Promise<void> {
    await this.repeat(() => this.delivery.sendDue());
    await this.delivery.settle();
  }
}
