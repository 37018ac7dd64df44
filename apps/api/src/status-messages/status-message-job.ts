import type { StatusMessageDelivery } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 10_000;
const FIRST_MS = 1_000;
/** Another process can have ended before it stored the numbers of what it sent. */
const SETTLE_EVERY_RUNS = 60;

/** Sends messages about status when their hold has ended, and counts what became of them (status-messages.md 3). */
export class StatusMessageJob extends RecurringJob {
  private runs = 0;
  /** Whether some messages have no final numbers. */
  private isUnsettled = false;

  constructor(private readonly delivery: Pick<StatusMessageDelivery, 'sendDue' | 'settle'>) {
    super({
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      failure: 'Could not send messages about status; retrying',
    });
  }

  protected async runOnce(): Promise<void> {
    await this.repeat(async () => {
      const { due, hasMore, errors } = await this.delivery.sendDue();
      for (const error of errors) this.report(error);
      this.isUnsettled ||= due > 0;
      return hasMore;
    });
    if (this.isUnsettled || this.runs++ % SETTLE_EVERY_RUNS === 0)
      this.isUnsettled = (await this.delivery.settle()) > 0;
  }
}
