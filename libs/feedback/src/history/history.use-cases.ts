import { feedbackNotFound } from '../items/feedback';
import { creationOf, type HistoryEntry } from './history';
import type { HistoryQuery, HistoryRepository } from './history.ports';

export interface HistoryPage {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Continue before this position; null on the last page. */
  readonly next: number | null;
}

/** Reads the history of items (history.md 1, history.md 2). */
export class HistoryUseCases {
  constructor(private readonly history: HistoryRepository) {}

  /**
   * The last entry of the last page is always the creation of the item.
   * @throws DomainError `not_found`
   */
  async list(accountId: string, itemId: string, query: HistoryQuery): Promise<HistoryPage> {
    const found = await this.history.list(accountId, itemId.toLowerCase(), query);
    if (!found) throw feedbackNotFound();
    const stored = found.entries.slice(0, query.limit);
    const page = stored.map(({ position: _, ...entry }) => entry);
    const last = stored.at(-1);
    if (found.entries.length > query.limit) return { entries: page, next: last!.position };
    if (last?.type === 'created') return { entries: page, next: null };
    // A full page has no room for it.
    if (page.length === query.limit) return { entries: page, next: last!.position };
    return { entries: [...page, creationOf(found.item)], next: null };
  }
}
