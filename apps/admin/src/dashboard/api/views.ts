import type { Data, Item, NewViewBody, View, ViewChangeBody, ViewCounts } from '@libs/contract';
import { VIEW_COUNT_MAX } from '@libs/feedback';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, fetchData } from './requests/client';
import { testOf, type Known } from './items/item-lists';

const VIEWS = ['views'] as const;
const COUNTS = ['view-counts'] as const;
const ORDER = ['view-order'] as const;
/** Polling interval of the counts while they are visible, as for other counts. */
const POLL_MS = 30_000;

const viewsQuery = queryOptions({
  queryKey: VIEWS,
  queryFn: ({ signal }) => fetchData<readonly View[]>('GET', 'views', { signal }),
  staleTime: 60_000,
});

export const useViews = () => useQuery(viewsQuery);

/** Items by view ID, at most `VIEW_COUNT_MAX`. Null if there are too many to count in time. */
export function useViewCounts(enabled: boolean) {
  return useQuery({
    queryKey: COUNTS,
    queryFn: ({ signal }) => fetchData<ViewCounts>('GET', 'views/counts', { signal }),
    enabled,
    refetchInterval: POLL_MS,
  });
}

export const refreshViewCounts = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: COUNTS });

/**
 * Applies a change of an item to the counts until they are loaded again.
 * @param from the item before the change; undefined if it is new
 * @param to undefined if it was deleted
 */
export function updateViewCounts(
  queryClient: QueryClient,
  from: Item | undefined,
  to: Item | undefined,
  known: Known,
): void {
  const counts = queryClient.getQueryData<ViewCounts>(COUNTS);
  const views = queryClient.getQueryData(viewsQuery.queryKey);
  if (!counts || !views) return;
  const changed: Record<string, number | null> = { ...counts };
  for (const { id, parameters } of views) {
    const count = changed[id];
    const isInView = testOf(parameters, known);
    const has = (item: Item | undefined) => Number(item !== undefined && isInView(item));
    if (typeof count === 'number' && count < VIEW_COUNT_MAX) changed[id] = count - has(from) + has(to);
  }
  queryClient.setQueryData<ViewCounts>(COUNTS, changed);
}

export function useCreateView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewViewBody) => fetchData<View>('POST', 'views', { body }),
    onSuccess: refresh,
  });
}

export function useUpdateView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: ViewChangeBody & { readonly id: string }) =>
      fetchData<View>('PATCH', `views/${id}`, { body }),
    onSuccess: refresh,
  });
}

export function useRemoveView() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call<void>('DELETE', `views/${id}`),
    // Also after a failure: another window may have deleted it.
    onSettled: refresh,
  });
}

/** Shows the new order of all own views, or of all shared ones, immediately. */
export function useSortViews() {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationKey: ORDER,
    mutationFn: (views: readonly View[]) =>
      call<Data<readonly View[]>>('PUT', 'views/order', { body: { ids: views.map(({ id }) => id) } }),
    onMutate: async (views) => {
      await queryClient.cancelQueries(viewsQuery);
      const others = queryClient
        .getQueryData(viewsQuery.queryKey)
        ?.filter(({ id }) => !views.some((view) => view.id === id));
      queryClient.setQueryData(viewsQuery.queryKey, [...views, ...(others ?? [])]);
    },
    // The stored order is that of the list only after the last move.
    onSettled: () => (queryClient.isMutating({ mutationKey: ORDER }) === 1 ? refresh() : undefined),
    scope: { id: 'view-order' },
  });
}

/** Resolves when the views are loaded, so that the open view is known. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    refreshViewCounts(queryClient);
    await queryClient.invalidateQueries({ queryKey: VIEWS });
  };
}
