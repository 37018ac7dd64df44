import type { Data, Item, ItemVotes, RemovedVotes } from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages } from '../../api/items/item-cache';
import { refreshOtherItems } from '../../api/items/item-queries';
import { call, fetchData } from '../../api/requests/client';

const VOTES = ['feedback', 'votes'] as const;

/** The votes of an item. Loads them again when their number has changed. */
export const useVotes = ({ id, unconfirmed_votes: votes }: Item) =>
  useQuery({
    queryKey: [...VOTES, id, votes],
    queryFn: () => fetchData<ItemVotes>('GET', `feedback/${id}/votes`),
  });

/** Removes the votes of a wider network on one day from all items. */
export function useRemoveSource({ id }: Item, source: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<Data<RemovedVotes>>('DELETE', `votes/${source}`),
    onSettled: () => {
      refreshCountsAndFirstPages(queryClient);
      void queryClient.invalidateQueries({ queryKey: VOTES });
      void refreshOtherItems(queryClient, [id]);
    },
  });
}
