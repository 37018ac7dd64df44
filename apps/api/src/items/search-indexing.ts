import { onceAMinute } from '../once-a-minute';
import { reasonOf, RecurringJob } from '../recurring-job';

const EVERY_MS = 2_000;
const RETRY_MS = 10_000;
const FIRST_MS = 1_000;

/** Adds items to the search index, so that no write has to (docs/architecture/adr/0012-search.md). */
export class SearchIndexing extends RecurringJob {
  private readonly warn = onceAMinute((message: string) =>
    this.logger.warn(`Could not add items to the search index: ${message}`),
  );

  /** @param index its method returns false when there is nothing left to do */
  constructor(private readonly index: { addSome(): Promise<boolean> }) {
    super(EVERY_MS, FIRST_MS);
  }

  async run(): Promise<void> {
    try {
      while (!this.isStopping && (await this.index.addSome()));
      this.everyMs = EVERY_MS;
    } catch (error) {
      this.everyMs = RETRY_MS;
      this.warn(reasonOf(error));
    }
  }
}
