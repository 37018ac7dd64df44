import type { StorageClaim, StorageLimits } from '@libs/accounts';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 30_000;
/** Without requests, this process stores nothing, and the others count too. */
const IDLE_MS = 120_000;
/** A run starts no count after this time, so that full accounts are found within a minute. */
const RUN_MS = 20_000;

/** What the job does, in the database. */
export interface StorageCounts {
  /** Adds the new accounts, so that they are counted. */
  addAccounts(): Promise<void>;
  /** Marks the accounts that have reached their limit, and returns the IDs of the new ones. */
  mark(limits: StorageLimits): Promise<readonly string[]>;
  /** Claims the account to count next, for 10 minutes; null if none is due. */
  takeDue(): Promise<StorageClaim | null>;
  count(claim: StorageClaim, stop: AbortSignal): Promise<void>;
}

/** Counts what accounts have stored, one after another, and finds those that are full (storage.md 2, storage.md 3). */
export class StorageCounting extends RecurringJob {
  private readonly stop = new AbortController();

  constructor(
    private readonly storage: StorageCounts,
    private readonly limits: StorageLimits,
  ) {
    super({
      everyMs: EVERY_MS,
      idleMs: IDLE_MS,
      failure: 'Could not count what accounts have stored',
      level: 'warn',
    });
  }

  override onModuleDestroy(): Promise<void> {
    this.stop.abort();
    return super.onModuleDestroy();
  }

  protected async runOnce(): Promise<void> {
    await this.mark();
    await this.storage.addAccounts();
    if (await this.countDue()) await this.mark();
  }

  /**
   * Returns whether there were any. An account that can't be counted is due again later, and doesn't keep others from
   * being counted.
   */
  private async countDue(): Promise<boolean> {
    let wereDue = false;
    const end = performance.now() + RUN_MS;
    while (!this.isStopping && performance.now() < end) {
      const claim = await this.storage.takeDue();
      if (!claim) break;
      wereDue = true;
      await this.storage.count(claim, this.stop.signal).catch((error: unknown) => {
        if (!this.isStopping) this.report(error);
      });
    }
    return wereDue;
  }

  private async mark(): Promise<void> {
    for (const id of await this.storage.mark(this.limits)) {
      this.logger.warn(`The account ${id} has reached its storage limit`);
    }
  }
}
