import type { ApiUsageUseCases, RequestCounter } from '@libs/accounts';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 20_000;

/** How often old numbers are deleted. */
const PURGE_MS = 3_600_000;

/** Stores the requests of API keys every 20 seconds, and deletes those of old days every hour (api-keys.md 8). */
export class ApiUsageRecording extends RecurringJob {
  private purgedAt = -PURGE_MS;

  constructor(
    private readonly counter: Pick<RequestCounter, 'flush'>,
    private readonly usage: Pick<ApiUsageUseCases, 'removeOld'>,
  ) {
    super({ everyMs: EVERY_MS, failure: 'Could not delete old numbers of requests', level: 'warn' });
  }

  protected async runOnce(): Promise<void> {
    await this.store();
    if (performance.now() - this.purgedAt < PURGE_MS) return;
    this.purgedAt = performance.now();
    await this.repeat(() => this.usage.removeOld());
  }

  /** Stores what was counted since the last run. For shutdown too, after the last request. */
  async store(): Promise<void> {
    try {
      await this.counter.flush();
    } catch (error) {
      this.report(error, 'Could not store the number of requests; retrying');
    }
  }
}
