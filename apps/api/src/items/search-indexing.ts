import { RecurringJob } from '../recurring-job';

/** Adds items to the search index, so that no write has to (docs/architecture/adr/0012-search.md). */
export class SearchIndexing extends RecurringJob {
  /** @param index its method returns false when there is nothing left to do */
  constructor(private readonly index: { addSome(): Promise<boolean> }) {
    super({
      everyMs: 2_000,
      idleMs: 30_000,
      firstMs: 1_000,
      retryMs: 10_000,
      failure: 'Could not add items to the search index',
      level: 'warn',
    });
  }

  protected runOnce(): Promise<void> {
    return this.repeat(() => this.index.addSome());
  }
}
