import type { Plan } from '@libs/accounts';
import { onceAMinute } from '../once-a-minute';
import { reasonOf, RecurringJob } from '../recurring-job';

const EVERY_MS = 30_000;

/** Bytes that each plan allows; null without a limit. */
type Limits = Readonly<Record<Plan, number | null>>;

/** What the job does, in the database. */
export interface StorageCounts {
  /** Counts one account that is due. Returns false if none is. */
  countNext(limits: Limits, stop: AbortSignal): Promise<boolean>;
  /** Marks the accounts that have reached their limit, and returns the IDs of the new ones. */
  mark(limits: Limits): Promise<readonly string[]>;
}

/** Counts what accounts have stored, one after another, and finds those that are full (operator.md 15). */
export class StorageCounting extends RecurringJob {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not count what accounts have stored: ${message}`),
  );

  private readonly stop = new AbortController();

  constructor(
    private readonly storage: StorageCounts,
    private readonly limits: Limits,
  ) {
    super(EVERY_MS);
  }

  override onModuleDestroy(): Promise<void> {
    this.stop.abort();
    return super.onModuleDestroy();
  }

  async run(): Promise<void> {
    try {
      do await this.mark();
      while (!this.isStopping && (await this.storage.countNext(this.limits, this.stop.signal)));
    } catch (error) {
      if (!this.isStopping) this.warn(reasonOf(error));
    }
  }

  private async mark(): Promise<void> {
    for (const id of await this.storage.mark(this.limits)) {
      this.logger.warn(`The account ${id} has reached its storage limit`);
    }
  }
}
