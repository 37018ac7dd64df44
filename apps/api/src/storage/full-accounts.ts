import { storageLimitReached, type StorageLimit } from '@libs/feedback';
import { onceAMinute } from '../once-a-minute';
import { reasonOf, RecurringJob } from '../recurring-job';

const EVERY_MS = 5_000;

/** The accounts that have reached their storage limit, read every 5 seconds (storage.md 3). */
export class FullAccounts extends RecurringJob implements StorageLimit {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not read which accounts are full: ${message}`),
  );
  private ids: ReadonlySet<string> = new Set();

  constructor(
    private readonly storage: { listFull(): Promise<readonly string[]> },
    private readonly onRead: (accounts: number) => void = () => {},
  ) {
    super(EVERY_MS, 0);
  }

  assertBelowStorageLimit(accountId: string): void {
    if (this.ids.has(accountId)) throw storageLimitReached();
  }

  /** If the database is down, keeps the last result. */
  async run(): Promise<void> {
    try {
      this.ids = new Set(await this.storage.listFull());
      this.onRead(this.ids.size);
    } catch (error) {
      this.warn(reasonOf(error));
    }
  }
}
