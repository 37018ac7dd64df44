import type { Item, Status } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages, showItem } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { itemMutations } from './item-mutations';
import { notify } from '../notices';
import { StatusChanges, storeStatus } from './store-status';

/** Sets the status of several items, shows it immediately, and offers undo. */
export async function setStatusOfMany(
  queryClient: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<void> {
  const statusName = t.ui.statuses[status];
  const changing = items.filter((item) => item.status !== status);
  if (!changing.length) return announce(t.items.movedMany(items.length, statusName));
  const stored = await setBatchStatus(queryClient, changing, status);
  if (!stored.length) return;
  const changes = new StatusChanges(status);
  changes.add(changing, stored);
  changes.offerUndo(queryClient);
}

/** Shows the status immediately and sends it; returns the stored items. */
async function setBatchStatus(
  queryClient: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  const { batchIds } = itemMutations(queryClient);
  for (const item of items) {
    batchIds.add(item.id);
    showItem(queryClient, { ...item, status });
  }
  const stored: Item[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    stored.push(...(await sendChunk(queryClient, items.slice(at, at + BATCH_MAX), status)));
  }
  if (items.length) refreshCountsAndFirstPages(queryClient);
  return stored;
}

async function sendChunk(
  queryClient: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  const { batchIds } = itemMutations(queryClient);
  const endBatch = () => items.forEach(({ id }) => batchIds.delete(id));
  try {
    const saved = await storeStatus(queryClient, items, status);
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
      action: { label: t.items.retry, run: () => void setStatusOfMany(queryClient, items, status) },
    });
    return [];
  }
}
