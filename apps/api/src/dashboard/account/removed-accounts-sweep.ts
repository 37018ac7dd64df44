import type { AccountUseCases, RemovedAccount } from '@libs/accounts';
import type { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { RecurringJob } from '../../recurring-job';

const EVERY_MS = 120_000;

/** Longer than anything begun in an account's name can take: an import has ten minutes. */
const REMEMBERED_MS = 3_600_000;

/**
 * Removes again what removed accounts left: an import or a request to another instance may have written in the name
 * of one after its items were removed, or the removal broke off before its end. Several instances may do so at once.
 */
export class RemovedAccountsSweep extends RecurringJob {
  constructor(
    private readonly accounts: Pick<AccountUseCases, 'listRemoved' | 'forgetRemoved'>,
    private readonly feedback: Pick<FeedbackUseCases, 'removeAll'>,
    private readonly quarantine: Pick<QuarantineUseCases, 'removeAll'>,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    try {
      for (const removed of await this.accounts.listRemoved()) {
        if (this.isStopping) return;
        await this.sweep(removed);
      }
    } catch (error) {
      this.logger.error(
        'Removed accounts could not be read; the next try is in two minutes',
        (error as Error).stack,
      );
    }
  }

  /** One whose items resist keeps nobody from removing those of the others. */
  private async sweep({ accountId, removedAt }: RemovedAccount): Promise<void> {
    const isOver = this.clock().getTime() - removedAt.getTime() >= REMEMBERED_MS;
    try {
      await this.feedback.removeAll(accountId);
      await this.quarantine.removeAll(accountId);
      if (isOver) await this.accounts.forgetRemoved(accountId);
    } catch (error) {
      this.logger.error(
        'What a removed account left could not be removed; the next try is in two minutes',
        (error as Error).stack,
      );
    }
  }
}
