import { onceAMinute } from '../../once-a-minute';
import { RecurringJob } from '../../recurring-job';

/**
 * Pages of new entries to merge at once. Merging costs less per item the more there are, and a search reads them one by
 * one: 1,000 pages are the entries of about 1,700 items, and take a search 10 ms.
 */
const PAGES = 1_000;
const SHORTEST_MS = 100;
const LONGEST_MS = 2_000;
const RETRY_MS = 10_000;
const FIRST_MS = 1_000;

/** Merges the new entries of the search index, so that no write has to (docs/architecture/adr/0012-search.md). */
export class SearchIndexMerge extends RecurringJob {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not merge new entries of the search index: ${message}`),
  );

  /** @param merge returns the number of merged pages */
  constructor(private readonly merge: () => Promise<number>) {
    super(LONGEST_MS, FIRST_MS);
  }

  async run(): Promise<void> {
    try {
      const pages = await this.merge();
      this.everyMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (this.everyMs * PAGES) / pages));
    } catch (error) {
      this.everyMs = RETRY_MS;
      this.warn((error as Error).message);
    }
  }
}
