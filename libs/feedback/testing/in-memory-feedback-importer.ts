import {
  importInProgress,
  type FeedbackImporter,
  type FeedbackRepository,
  type ImportedFeedback,
  type ImportTarget,
} from '../src';

/** Runs the same contract as PostgreSQL does; what unit tests use. */
export class InMemoryFeedbackImporter implements FeedbackImporter {
  private readonly running = new Set<string>();
  /** By account and external id: the id of the item that was called so. */
  private readonly externalIds = new Map<string, string>();

  /** @param items where the items come to rest */
  constructor(private readonly items: FeedbackRepository) {}

  async run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T> {
    if (this.running.has(accountId)) throw importInProgress();
    this.running.add(accountId);
    try {
      const added: ImportedFeedback[] = [];
      const result = await work({ add: (items) => this.collect(accountId, items, added) });
      if (!dryRun) await this.keep(accountId, added);
      return result;
    } finally {
      this.running.delete(accountId);
    }
  }

  private async collect(
    accountId: string,
    items: readonly ImportedFeedback[],
    added: ImportedFeedback[],
  ): Promise<number> {
    const before = added.length;
    for (const one of items) {
      const isAdded = added.some(
        ({ item, externalId }) =>
          item.id === one.item.id || (externalId !== null && externalId === one.externalId),
      );
      if (!isAdded && !(await this.isThere(accountId, one))) added.push(one);
    }
    return added.length - before;
  }

  private async isThere(accountId: string, { item, externalId }: ImportedFeedback): Promise<boolean> {
    const ids = [item.id, ...(externalId === null ? [] : [this.externalIds.get(key(accountId, externalId))])];
    for (const id of ids) if (id !== undefined && (await this.items.find(accountId, id))) return true;
    return false;
  }

  private async keep(accountId: string, added: readonly ImportedFeedback[]): Promise<void> {
    for (const { item, externalId } of added) {
      await this.items.add({ ...item, accountId });
      if (externalId !== null) this.externalIds.set(key(accountId, externalId), item.id);
    }
  }
}

const key = (accountId: string, externalId: string): string => `${accountId} ${externalId}`;
