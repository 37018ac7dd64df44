import type { Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages } from '../../api/items/item-cache';
import { refreshOtherItems } from '../../api/items/item-queries';
import type { StoredChange } from '../../api/items/item-writer';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { notify } from '../notices';
import type { ItemEdit } from './item-edits';
import { StoredEdits, storeEdit } from './stored-edits';
import { takeUndoPlace } from './undo';

/**
 * Changes several items, shows it immediately, and offers undo.
 * @param repeat starts it again for items whose part has failed
 */
export async function editMany(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
  repeat: (items: readonly Item[]) => void,
): Promise<void> {
  const changing = items.filter((item) => edit.of(item) !== null);
  if (!changing.length) return announce(edit.texts.done(items.length));
  const undoPlace = takeUndoPlace(queryClient);
  const stored = await showAndStore(queryClient, changing, edit, repeat);
  if (!stored.length) return void undoPlace.leave();
  const edits = new StoredEdits(edit);
  edits.add(stored);
  edits.offerUndo(queryClient, undoPlace.offer);
}

/** Shows the change immediately and sends it, one part after another. */
async function showAndStore(
  queryClient: QueryClient,
  items: readonly Item[],
  edit: ItemEdit,
  repeat: (items: readonly Item[]) => void,
): Promise<readonly StoredChange[]> {
  const parts: Promise<readonly StoredChange[]>[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    const part = items.slice(at, at + BATCH_MAX);
    const stored = storeEdit(queryClient, part, edit, parts.at(-1));
    parts.push(stored.catch((error: unknown) => (notifyFailed(part.length, error, () => repeat(part)), [])));
  }
  const stored = (await Promise.all(parts)).flat();
  refreshCountsAndFirstPages(queryClient);
  void refreshOtherItems(queryClient, edit.others?.(items));
  return stored;
}

function notifyFailed(count: number, error: unknown, run: () => void): void {
  notify({
    title: t.items.batchFailed(count),
    text: errorMessage(error),
    isError: true,
    timeout: false,
    action: { label: t.items.retry, run },
  });
}
