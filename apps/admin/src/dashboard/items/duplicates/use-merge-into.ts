import type { Item, SimilarItem } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { cachedItem, showItem, SIMILAR_ITEMS } from '../../api/items/item-cache';
import { rereadItem } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { useItemActions } from '../mutations/use-item-actions';
import { notify } from '../notices';
import { mergeEdit } from './merge-edits';

/** Returns a function that merges the similar item with an ID into `target`. */
export function useMergeInto(target: Pick<Item, 'id' | 'title'>) {
  const queryClient = useQueryClient();
  const { edit } = useItemActions();
  return async (id: string): Promise<void> => {
    try {
      const item = cachedItem(queryClient, id) ?? (await rereadItem(id));
      // The writer updates only items that are loaded.
      showItem(queryClient, item);
      queryClient.setQueriesData<readonly SimilarItem[]>({ queryKey: SIMILAR_ITEMS }, (items) =>
        items?.filter((similar) => similar.id !== id),
      );
      await edit([item], mergeEdit(target));
    } catch (error) {
      notify({ title: t.items.batchFailed(1), text: errorMessage(error), isError: true });
    }
  };
}
