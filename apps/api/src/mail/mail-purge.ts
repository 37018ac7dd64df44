import {
  MAIL_RETENTION_DAYS,
  type EmailChangeRepository,
  type MailOutbox,
  type PasswordResetRepository,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

interface Expiring {
  readonly outbox: Pick<MailOutbox, 'dropExpired' | 'removeFinished'>;
  readonly resets: Pick<PasswordResetRepository, 'removeExpired'>;
  readonly changes: Pick<EmailChangeRepository, 'removeExpired'>;
}

/** Deletes old messages, and links that are no longer valid, every ten minutes (mail.md 3). */
export class MailPurge extends RecurringJob {
  constructor(
    private readonly stored: Expiring,
    private readonly clock: Clock,
  ) {
    super({ everyMs: EVERY_MS, failure: 'Could not delete old messages; retrying in ten minutes' });
  }

  protected async runOnce(): Promise<void> {
    const now = this.clock();
    const end = new Date(now.getTime() - MAIL_RETENTION_DAYS * DAY_MS);
    const { outbox, resets, changes } = this.stored;
    await outbox.dropExpired(now);
    await resets.removeExpired(now);
    await changes.removeExpired(now);
    await this.repeat(() => outbox.removeFinished(end));
  }
}
