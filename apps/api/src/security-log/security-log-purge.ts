import type { SecurityLogUseCases } from '@libs/accounts';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;
const FAILURE = 'Could not delete old events of the security log; retrying in one hour';

/** Deletes events of the security log every hour that are older than 90 days (dashboard.md 13). */
export class SecurityLogPurge extends RecurringJob {
  constructor(private readonly log: Pick<SecurityLogUseCases, 'removeOld'>) {
    super({ everyMs: EVERY_MS, failure: FAILURE });
  }

  protected runOnce(): Promise<void> {
    return this.repeat(() => this.log.removeOld());
  }
}
