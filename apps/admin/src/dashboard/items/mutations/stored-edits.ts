import type { ChangedStatus, Item, ItemUpdate } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/requests/client';
import {
  cachedItem,
  dropItem,
  refreshCountsAndFirstPages,
  reloadLists,
  withOwnChanges,
} from '../../api/items/item-cache';
import { refreshOtherItems, sendUpdates } from '../../api/items/item-queries';
import { withRetries } from '../../api/requests/query-client';
import { t } from '../../../messages';
import { notify } from '../notices';
import { changedStatus, notifyUndone, offerMessages, withNotify } from '../status-messages/changed-status';
import { forEachPage } from './for-each-page';
import type { StoredChange } from '../../api/items/item-writer';
import type { EditOfItem, ItemEdit } from './item-edits';
import { itemMutations } from './item-mutations';
import { offerUndo, type UndoOffer } from './undo';

/**
 * Shows the change of several items immediately and stores it, unless someone has deleted them.
 * @param items at most `BATCH_MAX`
 * @param previous what must be stored first
 */
export function storeEdit(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
  previous?: Promise<unknown>,
): Promise<readonly StoredChange[]> {
  const changes = new Map<Item, EditOfItem>();
  for (const item of items) {
    const change = edit.of(item);
    if (change) changes.set(item, change);
  }
  return storeBatch(queryClient, changes, previous);
}

async function storeBatch(
  queryClient: QueryClient,
  changes: ReadonlyMap<Item, EditOfItem>,
  previous?: Promise<unknown>,
): Promise<readonly StoredChange[]> {
  const all = [...changes];
  const { writer } = itemMutations(queryClient);
  const stored = await writer.writeBatch(new Map(all.map(([item, { shown }]) => [item, shown])), async () => {
    await previous;
    return storeUpdates(
      queryClient,
      all.map(([{ id }, { update }]) => ({ id, ...update })),
    );
  });
  const storedIds = new Set(stored.map(({ item }) => item.id));
  for (const { id } of changes.keys()) if (!storedIds.has(id)) dropItem(queryClient, id);
  return stored;
}

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

  add(changes: readonly StoredChange[]): void {
    for (const { before, item } of changes) {
      const { id, updated_at: at } = item;
      // Descriptions can be long, and no edit of many items changes them.
      this.before.set(id, { ...before, description: null });
      for (const moved of changedStatus(before, item)) this.moved.set(id, moved);
      if (this.since === undefined || at < this.since) this.since = at;
    }
  }

  /** @param offer instead of a new place among the changes that can be undone */
  offerUndo(queryClient: QueryClient, offer = (undo: UndoOffer): void => offerUndo(queryClient, undo)): void {
    offer({
      text: this.edit.texts.done(this.size),
      undo: () => this.revert(queryClient),
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
      for (const { before, item } of await this.restore(queryClient, page)) {
        restored.push(...changedStatus(before, item));
        isKnown &&= cachedItem(queryClient, item.id) !== undefined;
        this.before.delete(item.id);
        this.moved.delete(item.id);
      }
    });
    const { undone, notUndone } = this.edit.texts;
    refreshCountsAndFirstPages(queryClient);
    // In this order, because an item that is shown lets a reload of lists begin again.
    void refreshOtherItems(queryClient, others).then(() => isKnown || reloadLists(queryClient));
    if (this.size < total) notifyUndone(queryClient, undone(total - this.size), restored);
    if (!this.size) return;
    if (isComplete) notify({ text: notUndone(this.size) });
    else this.offerUndo(queryClient);
  }

  private restore(queryClient: QueryClient, page: readonly Item[]): Promise<readonly StoredChange[]> {
    const changes = new Map<Item, EditOfItem>();
    for (const item of page) {
      const before = this.before.get(item.id);
      const update = before && this.edit.revert(before, withOwnChanges(queryClient, item));
      if (update) changes.set(item, { update, shown: update.status ? { status: update.status } : {} });
    }
    return storeBatch(queryClient, changes);
  }
}
