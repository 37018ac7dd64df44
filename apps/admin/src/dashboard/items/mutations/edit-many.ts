import type { Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages, refreshOtherItems, showItem } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { notify } from '../notices';
import type { ItemEdit } from './item-edits';
import { itemMutations } from './item-mutations';
import { StoredEdits, storeEdit } from './stored-edits';

/** Changes several items, shows it immediately, and offers undo. */
export async function editMany(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
): Promise<void> {
  const changing = items.filter((item) => edit.of(item) !== null);
  if (!changing.length) return announce(edit.texts.done(items.length));
  const stored = await showAndStore(queryClient, changing, edit);
  if (!stored.length) return;
  const edits = new StoredEdits(edit);
  edits.add(changing, stored);
  edits.offerUndo(queryClient);
}

/** Shows the change immediately and sends it; returns the stored items. */
async function showAndStore(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
): Promise<readonly Item[]> {
  const { batchIds } = itemMutations(queryClient);
  for (const item of items) {
    batchIds.add(item.id);
    showItem(queryClient, { ...item, ...edit.of(item)?.shown });
  }
  const stored: Item[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    stored.push(...(await storeChunk(queryClient, items.slice(at, at + BATCH_MAX), edit)));
  }
  refreshCountsAndFirstPages(queryClient);
  void refreshOtherItems(queryClient, edit.others?.(items));
  return stored;
}

async function storeChunk(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
): Promise<readonly Item[]> {
  const { batchIds } = itemMutations(queryClient);
  const endBatch = () => items.forEach(({ id }) => batchIds.delete(id));
  try {
    const saved = await storeEdit(queryClient, items, edit);
    endBatch();
    saved.forEach((item) => showItem(queryClient, item));
    return saved;
  } catch (error) {
    endBatch();
    items.forEach((item) => showItem(queryClient, item));
    notify({
      title: t.items.batchFailed(items.length),
      text: errorMessage(error),
      isError: true,
      timeout: false,
      action: { label: t.items.retry, run: () => void editMany(queryClient, items, edit) },
    });
    return [];
  }
}
