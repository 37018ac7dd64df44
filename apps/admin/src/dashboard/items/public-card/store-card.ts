import type { Item } from '@libs/contract';
import type { CardTexts } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { cachedItem, refreshCountsAndFirstPages, showItem } from '../../api/items/item-cache';
import { rereadItem } from '../../api/items/item-queries';
import { ApiError, fetchData } from '../../api/requests/client';
import { notify } from '../notices';
import { offerUndo } from '../mutations/undo';
import { isSamePublication } from './card-texts';
import { CardConflict, writeCard, type CardRequests } from './write-card';

const requests: CardRequests = {
  send(item, texts) {
    const headers = { 'if-match': `"${item.version}"` };
    const path = `feedback/${item.id}/public`;
    return texts
      ? fetchData<Item>('PUT', path, { body: texts, headers })
      : fetchData<Item>('DELETE', path, { headers });
  },
  read: rereadItem,
  isStale: (error) => error instanceof ApiError && error.status === 412,
};

/**
 * Publishes an item, or changes or ends its card, and shows it.
 * @param texts null ends the card
 * @throws CardConflict or ApiError
 */
export async function storeCard(
  queryClient: QueryClient,
  item: Item,
  texts: CardTexts | null,
): Promise<Item> {
  try {
    const saved = await writeCard(requests, item, texts);
    showItem(queryClient, saved);
    refreshCountsAndFirstPages(queryClient);
    return saved;
  } catch (error) {
    if (error instanceof CardConflict) showItem(queryClient, error.current);
    throw error;
  }
}

/** A stored change of a card. */
interface CardChange {
  readonly before: Item;
  readonly saved: Item;
}

/** Reports changes of cards, and offers to undo them. */
export function offerCardUndo(queryClient: QueryClient, text: string, changes: readonly CardChange[]): void {
  offerUndo(queryClient, {
    text,
    undo: () => void revertCards(queryClient, changes),
    replacesLast: changes.length === 1,
  });
}

/** Restores each card that no one has changed since. Publishing an item again is a new publication. */
async function revertCards(queryClient: QueryClient, changes: readonly CardChange[]): Promise<void> {
  let undone = 0;
  let changed = 0;
  for (const { before, saved } of changes) {
    try {
      const current = cachedItem(queryClient, saved.id) ?? saved;
      if (!isSamePublication(current.public, saved.public)) throw new CardConflict(current);
      await storeCard(
        queryClient,
        current,
        before.public && { title: before.public.title, text: before.public.text },
      );
      undone++;
    } catch (error) {
      if (error instanceof CardConflict) changed++;
      else return notifyFailed(error, () => void revertCards(queryClient, changes.slice(undone + changed)));
    }
  }
  if (undone > 0) notify({ text: t.publishing.undone(undone) });
  if (changed > 0) notify({ text: t.publishing.notUndone(changed), timeout: 10_000 });
}

function notifyFailed(error: unknown, retry: () => void): void {
  notify({
    title: t.publishing.undoFailed,
    text: errorMessage(error),
    isError: true,
    timeout: false,
    action: { label: t.items.retry, run: retry },
  });
}
