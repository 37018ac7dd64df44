import type {
  Data,
  QueuedDelivery,
  QueuedReplay,
  ReplayBody,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { invalidate } from '../requests/after-change';
import { call, fetchData } from '../requests/client';
import { usePages } from '../requests/pages';
import { isDueSoon } from './due';
import { REFRESH_MS, WEBHOOKS } from './webhooks';

/** Interval at which a delivery is read that is being sent. */
const RESULT_MS = 500;

export interface DeliveryFilter {
  readonly status: WebhookDelivery['status'] | null;
  readonly eventType: WebhookDelivery['event_type'] | null;
}

export const useDeliveries = (webhookId: string, { status, eventType }: DeliveryFilter) =>
  usePages<WebhookDelivery>({
    queryKey: [...WEBHOOKS, webhookId, 'deliveries', status, eventType],
    path: `webhooks/${webhookId}/deliveries`,
    params: { status, event_type: eventType },
    // Every page would be loaded again.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  });

/**
 * A delivery with its payload, polled while attempts follow.
 * @param known the attempts that the list shows; with more of them, the list and the health are loaded again
 */
export function useDelivery(webhookId: string, id: string, known: number) {
  const refresh = useRefreshDeliveries(webhookId);
  const delivery = useQuery({
    queryKey: [...WEBHOOKS, webhookId, 'delivery', id],
    queryFn: ({ signal }) =>
      fetchData<WebhookDeliveryDetail>('GET', `webhooks/${webhookId}/deliveries/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => refreshMs(data),
  });
  const attempts = delivery.data?.attempts.length ?? 0;
  useEffect(() => {
    if (attempts > known) refresh();
  }, [attempts, known, refresh]);
  return delivery;
}

function refreshMs(delivery: WebhookDelivery | undefined): number | false {
  if (delivery?.status !== 'pending') return false;
  return isDueSoon(delivery, new Date()) ? RESULT_MS : REFRESH_MS;
}

/** Queues a test, and returns the ID of its delivery. */
export function useSendTest(webhookId: string) {
  const refresh = useRefreshDeliveries(webhookId);
  return useMutation({
    mutationFn: async () =>
      (await fetchData<QueuedDelivery>('POST', `webhooks/${webhookId}/test`)).delivery_id,
    onSuccess: refresh,
  });
}

/** Sends a delivery again. */
export function useRetryDelivery(webhookId: string, id: string) {
  return useMutation({
    mutationFn: () => call<Data<QueuedDelivery>>('POST', `webhooks/${webhookId}/deliveries/${id}/retry`),
    onSettled: invalidate([...WEBHOOKS, webhookId]),
  });
}

/** Counts the events that a replay of this span would send; null: none. */
export function useReplayCount(webhookId: string, span: Pick<ReplayBody, 'since' | 'until'> | null) {
  return useQuery({
    queryKey: [...WEBHOOKS, webhookId, 'replay', span],
    queryFn: () => replay(webhookId, { ...span!, dry_run: true }),
    enabled: span !== null,
    staleTime: 0,
  });
}

export function useReplay(webhookId: string) {
  const refresh = useRefreshDeliveries(webhookId);
  return useMutation({ mutationFn: (body: ReplayBody) => replay(webhookId, body), onSuccess: refresh });
}

const replay = async (webhookId: string, body: ReplayBody): Promise<number> =>
  (await fetchData<QueuedReplay>('POST', `webhooks/${webhookId}/replay`, { body })).queued;

function useRefreshDeliveries(webhookId: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const part of ['deliveries', 'detail']) {
      void queryClient.invalidateQueries({ queryKey: [...WEBHOOKS, webhookId, part] });
    }
  }, [queryClient, webhookId]);
}
