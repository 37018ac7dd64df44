import type { Data, TagItem, TagItemChange } from '@libs/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, fetchData } from './requests/client';

const TAGS = ['tags'] as const;

/** All tags of the account, in alphabetical order. */
export function useTags(enabled = true) {
  return useQuery({
    enabled,
    queryKey: TAGS,
    queryFn: ({ signal }) => fetchData<readonly TagItem[]>('GET', 'tags', { signal }),
  });
}

/** After a change of items, which can create tags and changes their counts. */
export const refreshTags = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: TAGS });

export const useChangeTag = () =>
  useTagMutation(({ id, change }: { id: string; change: TagItemChange }) =>
    call<Data<TagItem>>('PATCH', `tags/${id}`, { body: change }),
  );

export const useRemoveTag = () => useTagMutation((id: string) => call<void>('DELETE', `tags/${id}`));

/** Items have the names of their tags, so reads them again, too. */
function useTagMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    scope: { id: 'tags' },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: TAGS });
      await queryClient.resetQueries({ queryKey: ['feedback'] });
    },
  });
}
