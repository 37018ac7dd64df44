import type { Plan } from '@libs/accounts';
import { onceAMinute } from '../once-a-minute';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 30_000;

/** Bytes that each plan allows; null without a limit. */
type Limits = Readonly<Record<Plan, number | null>>;

/** What the job does, in the database. */
export interface StorageCounts {
  /** Counts one account that is due. Returns false if none is. */
  countNext(limits: Limits): Promise<boolean>;
  /** Marks the accounts that have reached their limit, and returns the IDs of the new ones. */
  mark(limits: Limits): Promise<readonly string[]>;
}

/** Counts what accounts have stored, one after another, and finds those that are full (operator.md 15). */
export class StorageCounting extends RecurringJob {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not count what accounts have stored: ${message}`),
  );

  constructor(
    private readonly storage: StorageCounts,
    private readonly limits: Limits,
  ) {
    super(EVERY_MS);
  }

  async run(): Promise<void> {
    try {
      while (!this.isStopping && (await this.storage.countNext(this.limits)));
      for (const id of await this.storage.mark(this.limits)) {
        this.logger.warn(`The account ${id} has reached its storage limit`);
      }
    } catch (error) {
      this.warn((error as Error).message);
    }
  }
}
