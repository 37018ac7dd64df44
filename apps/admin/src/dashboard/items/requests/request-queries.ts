import type { AgreedRequest, Data, Item, ItemRequest, RequestChange } from '@libs/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshCountsAndFirstPages } from '../../api/items/item-cache';
import { refreshOtherItems } from '../../api/items/item-queries';
import { call, fetchData, request as send } from '../../api/requests/client';
import { usePages } from '../../api/requests/pages';

const PAGE_SIZE = 20;
/** While the panel is open, others can ask for the item. */
const POLL_MS = 30_000;
const REQUESTS = ['feedback', 'requests'] as const;

/** Who asks for an item, newest first. Loads them again soon after the totals of the item have changed. */
export function useRequests({ id, request_count, request_value, duplicate_count }: Item) {
  const queryClient = useQueryClient();
  const totals = [request_count, request_value, duplicate_count].join();
  const lastTotals = useRef(totals);
  useEffect(() => {
    if (lastTotals.current === totals) return;
    lastTotals.current = totals;
    void queryClient.invalidateQueries({ queryKey: [...REQUESTS, id] });
  }, [queryClient, id, totals]);
  return usePages<ItemRequest>({
    queryKey: [...REQUESTS, id],
    path: `feedback/${id}/requests`,
    params: { limit: PAGE_SIZE },
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
}

/** Reads again what a request changes: the lists of requests, the totals of the item and its target, and lists of items. */
export async function refreshRequests(
  queryClient: QueryClient,
  ...items: readonly (string | null)[]
): Promise<void> {
  const ids = [...new Set(items.filter((id) => id !== null))];
  refreshCountsAndFirstPages(queryClient);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: REQUESTS }),
    refreshOtherItems(queryClient, ids),
  ]);
}

interface Added {
  readonly request: ItemRequest;
  /** False if a request of the same address was updated. */
  readonly isNew: boolean;
}

export function useAddRequest({ id, merged_into: target }: Item) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: AgreedRequest): Promise<Added> => {
      const response = await send('POST', `feedback/${id}/requests`, { body });
      const { data } = (await response.json()) as Data<ItemRequest>;
      return { request: data, isNew: response.status === 201 };
    },
    onSettled: () => void refreshRequests(queryClient, id, target),
  });
}

const pathOf = ({ feedback_id: itemId, id }: ItemRequest) => `feedback/${itemId}/requests/${id}`;

/** @param item in whose panel the request is, which can be the target of its item */
export function useChangeRequest({ id, merged_into: target }: Item, request: ItemRequest | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestChange) => fetchData<ItemRequest>('PATCH', pathOf(request!), { body }),
    onSettled: () => void refreshRequests(queryClient, request!.feedback_id, id, target),
  });
}

/** @param item in whose panel the request is, which can be the target of its item */
export function useRemoveRequest({ id, merged_into: target }: Item, request: ItemRequest) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<void>('DELETE', pathOf(request)),
    onSettled: () => void refreshRequests(queryClient, request.feedback_id, id, target),
  });
}

/** Adds up to 100 requests, all or none. */
export const sendRequests = (itemId: string, requests: readonly AgreedRequest[]) =>
  fetchData<readonly ItemRequest[]>('POST', `feedback/${itemId}/requests`, { body: { requests } });
