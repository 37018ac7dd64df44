import type { ChangedStatus, Item, ItemUpdate } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/requests/client';
import {
  cachedItem,
  dropItem,
  refreshCountsAndFirstPages,
  refreshOtherItems,
  reloadLists,
  sendUpdates,
  showItem,
} from '../../api/items/item-queries';
import { withRetries } from '../../api/requests/query-client';
import { t } from '../../../messages';
import { notify } from '../notices';
import { changedStatus, notifyUndone, offerMessages, withNotify } from '../status-messages/changed-status';
import { forEachPage } from './for-each-page';
import type { ItemEdit } from './item-edits';
import { offerUndo } from './undo';

/**
 * Stores the change of several items without updating the screen; skips items that were deleted by someone else.
 * @param items at most `BATCH_MAX`
 */
export const storeEdit = (
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
): Promise<readonly Item[]> => {
  const updates = items.flatMap((item) => {
    const change = edit.of(item);
    return change ? [{ id: item.id, ...change.update }] : [];
  });
  return storeUpdates(queryClient, updates);
};

async function storeUpdates(
  queryClient: QueryClient,
  updates: readonly ItemUpdate[],
): Promise<readonly Item[]> {
  if (!updates.length) return [];
  try {
    const sent = updates.map((update) => withNotify(queryClient, update));
    return await withRetries(() => sendUpdates(sent));
  } catch (error) {
    const missing = missingItems(updates, error);
    if (!missing.length) throw error;
    missing.forEach(({ id }) => dropItem(queryClient, id));
    notify({ text: t.items.someDeleted(missing.length), isError: true, timeout: 10_000 });
    return storeUpdates(
      queryClient,
      updates.filter((update) => !missing.includes(update)),
    );
  }
}

function missingItems(updates: readonly ItemUpdate[], error: unknown): readonly ItemUpdate[] {
  if (!(error instanceof ApiError) || error.status !== 404) return [];
  return updates.filter((_, at) => error.fields[`updates[${at}].id`]);
}

/**
 * Updates the item on the screen if it is loaded; others are read when the user scrolls to them.
 * Returns whether it is loaded.
 */
export function showCached(queryClient: QueryClient, item: Item): boolean {
  const isCached = cachedItem(queryClient, item.id) !== undefined;
  if (isCached) showItem(queryClient, item);
  return isCached;
}

/** Items that were changed, as they were before. */
export class StoredEdits {
  private readonly before = new Map<string, Item>();
  private readonly moved = new Map<string, ChangedStatus>();
  /** Server time of the first change. */
  private since: string | undefined;

  constructor(private readonly edit: ItemEdit) {}

  get size(): number {
    return this.before.size;
  }

  add(before: readonly Item[], stored: readonly Item[]): void {
    const itemsById = new Map(before.map((item) => [item.id, item]));
    for (const item of stored) {
      const { id, updated_at: at } = item;
      // Descriptions can be long, and no edit of many items changes them.
      this.before.set(id, { ...itemsById.get(id)!, description: null });
      for (const moved of changedStatus(itemsById.get(id)!, item)) this.moved.set(id, moved);
      if (this.since === undefined || at < this.since) this.since = at;
    }
  }

  offerUndo(queryClient: QueryClient): void {
    offerUndo(queryClient, {
      text: this.edit.texts.done(this.size),
      undo: () => void this.revert(queryClient),
      onShown: offerMessages(queryClient, [...this.moved.values()]),
    });
  }

  /** Restores each item that no one has changed since; therefore reads the items again. */
  private async revert(queryClient: QueryClient): Promise<void> {
    const total = this.size;
    const others = this.edit.others?.([...this.before.values()]);
    const matching = { params: { ...this.edit.changed, updated_after: this.since }, total };
    let isKnown = true;
    const restored: ChangedStatus[] = [];
    const isComplete = await forEachPage(t.items.matching.movingBack(total), matching, async (page) => {
      const current = new Map(page.map((item) => [item.id, item]));
      for (const item of await storeUpdates(queryClient, this.updatesFor(page))) {
        restored.push(...changedStatus(current.get(item.id)!, item));
        isKnown = showCached(queryClient, item) && isKnown;
        this.before.delete(item.id);
        this.moved.delete(item.id);
      }
    });
    const { undone, notUndone } = this.edit.texts;
    refreshCountsAndFirstPages(queryClient);
    // In this order, because an item that is shown cancels requests for lists.
    void refreshOtherItems(queryClient, others).then(() => isKnown || reloadLists(queryClient));
    if (this.size < total) notifyUndone(queryClient, undone(total - this.size), restored);
    if (!this.size) return;
    if (isComplete) notify({ text: notUndone(this.size) });
    else this.offerUndo(queryClient);
  }

  private updatesFor(page: readonly Item[]): readonly ItemUpdate[] {
    return page.flatMap((current) => {
      const before = this.before.get(current.id);
      const update = before && this.edit.revert(before, current);
      return update ? [{ id: current.id, ...update }] : [];
    });
  }
}
