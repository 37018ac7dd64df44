import type {
  IssuedWebhook,
  NewWebhookBody,
  Overlap,
  RotatedWebhook,
  Webhook,
  WebhookChange,
  WebhookDetail,
} from '@libs/contract';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { invalidate, refresh } from '../requests/after-change';
import { call, fetchData } from '../requests/client';

export const WEBHOOKS = ['webhooks'] as const;
/** The webhooks, and the session for its banner. */
export const WEBHOOK_DATA = [WEBHOOKS, ['session']] as const;
/** Polled, because deliveries change the health of a webhook; not while the page is hidden. */
export const REFRESH_MS = 10_000;

/** Days of the chart. */
export type ChartDays = 1 | 7;

export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => listWebhooks(signal),
    refetchInterval: REFRESH_MS,
  });
}

const listWebhooks = (signal?: AbortSignal): Promise<readonly Webhook[]> =>
  fetchData<readonly Webhook[]>('GET', 'webhooks', { signal });

/** Shows what the list has until the response arrives, and if it fails. */
export function useWebhook(id: string, days: ChartDays) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: [...WEBHOOKS, id, 'detail', days],
    queryFn: ({ signal }) => fetchData<WebhookDetail>('GET', `webhooks/${id}?days=${days}`, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return { ...query, data: query.data ?? listed(queryClient, id) };
}

function listed(queryClient: QueryClient, id: string): WebhookDetail | undefined {
  const webhooks = queryClient.getQueryData<readonly Webhook[]>(WEBHOOKS);
  const found = webhooks?.find((webhook) => webhook.id === id);
  return found && { ...found, attempts_by_hour: [] };
}

/** The secret is in the response only. It is never cached, because the cache outlives the dialog that shows it. */
export function useCreateWebhook() {
  return useMutation({
    mutationFn: (body: NewWebhookBody) => fetchData<IssuedWebhook>('POST', 'webhooks', { body }),
    onSuccess: refresh(...WEBHOOK_DATA),
    gcTime: 0,
  });
}

export function useChangeWebhook(id: string) {
  return useMutation({
    mutationFn: (change: WebhookChange) => changeWebhook(id, change),
    onSettled: invalidate(...WEBHOOK_DATA),
  });
}

const changeWebhook = (id: string, body: WebhookChange): Promise<Webhook> =>
  fetchData<Webhook>('PATCH', `webhooks/${id}`, { body });

export function useRotateSecret(id: string) {
  return useMutation({
    mutationFn: (overlap: Overlap) =>
      fetchData<RotatedWebhook>('POST', `webhooks/${id}/rotate-secret`, {
        body: { overlap_seconds: overlap },
      }),
    onSuccess: refresh(...WEBHOOK_DATA),
    gcTime: 0,
  });
}

export function useDeleteWebhook(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<void>('DELETE', `webhooks/${id}`),
    // Not the deleted webhook, whose page is still open.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: WEBHOOKS, exact: true });
      void queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

/** The active webhooks that a key created. */
export const activeWebhooksOf = (keyId: string, webhooks: readonly Webhook[]): readonly Webhook[] =>
  webhooks.filter(
    ({ created_by: by, status }) => status === 'active' && by.type === 'api_key' && by.id === keyId,
  );

/** Disables the active webhooks that a key created, those created in the meantime included. */
export async function disableWebhooksOf(keyId: string): Promise<void> {
  for (const { id } of activeWebhooksOf(keyId, await listWebhooks())) {
    await changeWebhook(id, { status: 'disabled' });
  }
}
