import type { Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages, refreshOtherItems } from '../../api/items/item-queries';
import type { StoredChange } from '../../api/items/item-writer';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { notify } from '../notices';
import type { ItemEdit } from './item-edits';
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
  edits.add(stored);
  edits.offerUndo(queryClient);
}

/** Shows the change immediately and sends it, one part after another. */
async function showAndStore(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
): Promise<readonly StoredChange[]> {
  const parts: Promise<readonly StoredChange[]>[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX)
    parts.push(storePart(queryClient, items.slice(at, at + BATCH_MAX), edit, parts.at(-1)));
  const stored = (await Promise.all(parts)).flat();
  refreshCountsAndFirstPages(queryClient);
  void refreshOtherItems(queryClient, edit.others?.(items));
  return stored;
}

/** @param previous what must be stored first */
async function storePart(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
  previous: Promise<unknown> | undefined,
): Promise<readonly StoredChange[]> {
  try {
    return await storeEdit(queryClient, items, edit, previous);
  } catch (error) {
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
