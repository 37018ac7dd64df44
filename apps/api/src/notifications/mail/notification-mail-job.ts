import type { NotificationMailUseCases } from '@libs/accounts';
import { onceAMinute } from '../../once-a-minute';
import { RecurringJob } from '../../recurring-job';

const EVERY_MS = 2_000;
/** A part that fails is due again later, and others follow. */
const ROUNDS_MAX = 1_000;

type Steps = Pick<NotificationMailUseCases, 'composeNotifications' | 'composeFeedback' | 'composeDigests'>;

/** Adds due mail about notifications to the outbox (notifications.md 6). Several processes can run. */
export class NotificationMailJob extends RecurringJob {
  private readonly warn = onceAMinute((error: Error) =>
    this.logger.error('Could not compose mail about notifications; retrying', error.stack),
  );

  constructor(private readonly mail: Steps) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    await this.untilDone(() => this.mail.composeNotifications());
    await this.untilDone(() => this.mail.composeFeedback());
    await this.untilDone(() => this.mail.composeDigests());
  }

  private async untilDone(compose: () => Promise<number>): Promise<void> {
    try {
      for (let round = 0; round < ROUNDS_MAX && !this.isStopping; round++)
        if ((await compose()) === 0) return;
    } catch (error) {
      this.warn(error as Error);
    }
  }
}
