import type { Item, Status } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { refreshFigures, showItem } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { deskOf } from './item-mutations';
import { notify } from '../notices';
import { MovedItems, storeStatus } from './store-status';

/** Gives many items a status, at once on the screen, and offers to take it back. */
export async function setStatusOfMany(
  client: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<void> {
  const words = t.ui.statuses[status];
  const moving = items.filter((item) => item.status !== status);
  if (!moving.length) return announce(t.items.movedMany(items.length, words));
  const moved = await move(client, moving, status);
  if (!moved.length) return;
  const undoable = new MovedItems(status);
  undoable.add(moving, moved);
  undoable.offerUndo(client);
}

/** Shows it at once and sends it; gives back what has been stored. */
async function move(client: QueryClient, items: readonly Item[], status: Status): Promise<readonly Item[]> {
  const { inBatch } = deskOf(client);
  for (const item of items) {
    inBatch.add(item.id);
    showItem(client, { ...item, status });
  }
  const stored: Item[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    stored.push(...(await sendChunk(client, items.slice(at, at + BATCH_MAX), status)));
  }
  if (items.length) refreshFigures(client);
  return stored;
}

async function sendChunk(
  client: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  const { inBatch } = deskOf(client);
  const done = () => items.forEach(({ id }) => inBatch.delete(id));
  try {
    const saved = await storeStatus(client, items, status);
    done();
    saved.forEach((item) => showItem(client, item));
    return saved;
  } catch (error) {
    done();
    items.forEach((item) => showItem(client, item));
    notify({
      title: t.items.batchFailed(items.length),
      text: errorMessage(error),
      isBad: true,
      stay: false,
      action: { label: t.items.retry, run: () => void setStatusOfMany(client, items, status) },
    });
    return [];
  }
}
