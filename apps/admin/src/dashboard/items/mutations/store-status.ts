import type { Item, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import {
  cachedItem,
  dropItem,
  refreshCountsAndFirstPages,
  sendStatus,
  showItem,
} from '../../api/items/item-queries';
import { withRetries } from '../../api/query-client';
import { t } from '../../../messages';
import { notify } from '../notices';
import { offerUndo } from './undo';
import { forEachPage } from './for-each-page';

/**
 * Stores the status of several items without updating the screen; skips items that were deleted by someone else.
 * @param items at most `BATCH_MAX`
 */
export async function storeStatus(
  queryClient: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  if (!items.length) return [];
  const ids = items.map(({ id }) => id);
  try {
    return await withRetries(() => sendStatus(ids, status));
  } catch (error) {
    const missing = missingItems(items, error);
    if (!missing.length) throw error;
    missing.forEach(({ id }) => dropItem(queryClient, id));
    notify({ text: t.items.someDeleted(missing.length), isError: true, timeout: 10_000 });
    const others = items.filter((item) => !missing.includes(item));
    return storeStatus(queryClient, others, status);
  }
}

function missingItems(items: readonly Item[], error: unknown): readonly Item[] {
  if (!(error instanceof ApiError) || error.status !== 404) return [];
  return items.filter((_, at) => error.fields[`updates[${at}].id`]);
}

/** Updates the item on the screen if it is loaded; others are read when the user scrolls to them. */
export function showCached(queryClient: QueryClient, item: Item): void {
  if (cachedItem(queryClient, item.id)) showItem(queryClient, item);
}

/** Items that got a status, with the status each had before. */
export class StatusChanges {
  private readonly statusBefore = new Map<string, Status>();
  /** Server time of the first change. */
  private since: string | undefined;

  constructor(private readonly status: Status) {}

  get size(): number {
    return this.statusBefore.size;
  }

  add(before: readonly Item[], stored: readonly Item[]): void {
    const statusById = new Map(before.map(({ id, status }) => [id, status]));
    for (const { id, updated_at: at } of stored) {
      this.statusBefore.set(id, statusById.get(id)!);
      if (this.since === undefined || at < this.since) this.since = at;
    }
  }

  offerUndo(queryClient: QueryClient): void {
    offerUndo(queryClient, {
      text: t.items.movedMany(this.size, t.ui.statuses[this.status]),
      undo: () => void this.revert(queryClient),
    });
  }

  /** Restores the previous status of each item that still has the new one; therefore reads the items again. */
  private async revert(queryClient: QueryClient): Promise<void> {
    const total = this.size;
    const matching = { params: { status: this.status, updated_after: this.since }, total };
    const isComplete = await forEachPage(t.items.matching.movingBack(total), matching, async (page) => {
      for (const from of STATUSES) {
        const group = page.filter(({ id }) => this.statusBefore.get(id) === from);
        for (const item of await storeStatus(queryClient, group, from)) {
          showCached(queryClient, item);
          this.statusBefore.delete(item.id);
        }
      }
    });
    refreshCountsAndFirstPages(queryClient);
    if (this.size < total) notify({ text: t.items.movedBack(total - this.size) });
    if (!this.size) return;
    if (isComplete) notify({ text: t.items.notMovedBack(this.size) });
    else this.offerUndo(queryClient);
  }
}
