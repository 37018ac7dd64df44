import type { NotificationUseCases } from '@libs/accounts';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/** Deletes notifications every hour that are older than 90 days (notifications.md 1). */
export class NotificationPurge extends RecurringJob {
  constructor(private readonly notifications: Pick<NotificationUseCases, 'removeOld'>) {
    super({ everyMs: EVERY_MS, failure: 'Could not delete old notifications; retrying in one hour' });
  }

  protected runOnce(): Promise<void> {
    return this.repeat(() => this.notifications.removeOld());
  }
}
