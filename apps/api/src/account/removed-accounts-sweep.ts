import type { AccountUseCases, RemovedAccount } from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { RecurringJob } from '../recurring-job';
import type { AccountData } from './account-removal';

const EVERY_MS = 120_000;

/** Longer than any request that writes can run; an import can take up to ten minutes. */
const RETENTION_MS = 3_600_000;

/**
 * Removes remaining data of removed accounts. An import or a request to another instance can write after the items
 * were removed, and a removal can fail halfway. Several instances can run this at the same time.
 */
export class RemovedAccountsSweep extends RecurringJob {
  constructor(
    private readonly accounts: Pick<AccountUseCases, 'listRemoved' | 'forgetRemoved'>,
    private readonly data: readonly AccountData[],
    private readonly clock: Clock,
  ) {
    super({ everyMs: EVERY_MS, failure: 'Could not read removed accounts; retrying in two minutes' });
  }

  protected async runOnce(): Promise<void> {
    for (const removed of await this.accounts.listRemoved()) {
      if (this.isStopping) return;
      await this.sweep(removed);
    }
  }

  /** Logs an error instead of throwing it, so that the other accounts are still removed. */
  private async sweep({ accountId, removedAt }: RemovedAccount): Promise<void> {
    const isExpired = this.clock().getTime() - removedAt.getTime() >= RETENTION_MS;
    try {
      for (const data of this.data) await data.removeAll(accountId);
      if (isExpired) await this.accounts.forgetRemoved(accountId);
    } catch (error) {
      this.logFailure(error, 'Could not remove remaining data of a removed account; retrying in two minutes');
    }
  }
}
