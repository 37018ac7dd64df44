import { onceAMinute } from '../../once-a-minute';
import { RecurringJob } from '../../recurring-job';

/** Interval while there are writes. A search reads the entries of this time one by one. */
const BUSY_MS = 250;
const IDLE_MS = 2_000;
const RETRY_MS = 10_000;
const FIRST_MS = 1_000;

/** Merges the new entries of the search index, so that no write has to (docs/architecture/adr/0012-search.md). */
export class SearchIndexMerge extends RecurringJob {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not merge new entries of the search index: ${message}`),
  );

  /** @param merge returns the number of merged pages */
  constructor(private readonly merge: () => Promise<number>) {
    super(IDLE_MS, FIRST_MS);
  }

  async run(): Promise<void> {
    try {
      this.everyMs = (await this.merge()) > 0 ? BUSY_MS : IDLE_MS;
    } catch (error) {
      this.everyMs = RETRY_MS;
      this.warn((error as Error).message);
    }
  }
}
