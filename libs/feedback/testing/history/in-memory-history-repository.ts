import { historyEntryOf, type HistoryQuery, type HistoryRepository, type StoredHistory } from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryHistoryRepository implements HistoryRepository {
  constructor(private readonly items: InMemoryFeedbackRepository) {}

  async list(
    accountId: string,
    itemId: string,
    { before, limit }: HistoryQuery,
  ): Promise<StoredHistory | null> {
    const item = await this.items.find(accountId, itemId);
    if (!item) return null;
    const changes = this.items
      .changesOf(accountId)
      .map((change, i) => ({ change, position: i + 1 }))
      .filter(({ change }) => 'item' in change && change.item.id === itemId);
    const first = changes.findLastIndex(({ change }) => change.kind === 'deleted') + 1;
    const entries = changes
      .slice(first)
      .flatMap(({ change, position }) => {
        const entry = historyEntryOf(change);
        return entry ? [{ ...entry, position }] : [];
      })
      .filter(({ position }) => before === null || position < before);
    return { item, entries: entries.toReversed().slice(0, limit + 1) };
  }
}
