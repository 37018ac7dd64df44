import type { SecurityLogUseCases } from '@libs/accounts';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/** Deletes events of the security log every hour that are older than 90 days (dashboard.md 13). */
export class SecurityLogPurge extends RecurringJob {
  constructor(private readonly log: Pick<SecurityLogUseCases, 'removeOld'>) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    try {
      while (!this.isStopping && (await this.log.removeOld()) > 0);
    } catch (error) {
      this.logFailure('Could not delete old events of the security log; retrying in one hour', error);
    }
  }
}
