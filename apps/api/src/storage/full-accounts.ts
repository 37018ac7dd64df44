import { storageLimitReached, type StorageLimit } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 5_000;
const IDLE_MS = 10_000;

/** The accounts that have reached their storage limit, read every 5 seconds (storage.md 3). */
export class FullAccounts extends RecurringJob implements StorageLimit {
  private ids: ReadonlySet<string> = new Set();

  constructor(
    private readonly storage: { listFull(): Promise<readonly string[]> },
    private readonly onRead: (accounts: number) => void = () => {},
  ) {
    const failure = 'Could not read which accounts are full';
    super({ everyMs: EVERY_MS, idleMs: IDLE_MS, firstMs: 0, failure, level: 'warn' });
  }

  assertBelowStorageLimit(accountId: string): void {
    if (this.ids.has(accountId)) throw storageLimitReached();
  }

  /** If the database is down, keeps the last result. */
  protected async runOnce(): Promise<void> {
    this.ids = new Set(await this.storage.listFull());
    this.onRead(this.ids.size);
  }
}
