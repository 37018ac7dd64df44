import type { NotificationMailUseCases } from '@libs/accounts';
import { RecurringJob } from '../../recurring-job';

const EVERY_MS = 2_000;
const IDLE_MS = 30_000;
/** A part that fails is due again later, and others follow. */
const ROUNDS_MAX = 1_000;

type Steps = Pick<NotificationMailUseCases, 'composeNotifications' | 'composeFeedback' | 'composeDigestMail'>;

/** Adds due mail about notifications to the outbox (notifications.md 6). Several processes can run. */
export class NotificationMailJob extends RecurringJob {
  constructor(private readonly mail: Steps) {
    super({
      everyMs: EVERY_MS,
      idleMs: IDLE_MS,
      failure: 'Could not compose mail about notifications; retrying',
    });
  }

  /** Composes a part of each in turn, so that none waits for all digest mail. */
  protected async runOnce(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX && !this.isStopping; round++) {
      const notifications = await this.compose(() => this.mail.composeNotifications());
      const feedback = await this.compose(() => this.mail.composeFeedback());
      const digestMail = await this.compose(() => this.mail.composeDigestMail());
      if (notifications + feedback + digestMail === 0) return;
    }
  }

  /** Returns how much was due; 0 if that failed. */
  private async compose(step: () => Promise<number>): Promise<number> {
    try {
      return await step();
    } catch (error) {
      this.report(error);
      return 0;
    }
  }
}
