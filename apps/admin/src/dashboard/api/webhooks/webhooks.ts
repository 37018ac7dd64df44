import type {
  Data,
  IssuedWebhook,
  NewWebhookBody,
  Overlap,
  RotatedWebhook,
  Webhook,
  WebhookChange,
  WebhookDetail,
} from '@libs/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../client';

export const WEBHOOKS = ['webhooks'] as const;
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

const listWebhooks = async (signal?: AbortSignal): Promise<readonly Webhook[]> =>
  (await call<Data<readonly Webhook[]>>('GET', 'webhooks', { signal })).data;

/** Shows what the list has until the response arrives. */
export function useWebhook(id: string, days: ChartDays) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [...WEBHOOKS, id, 'detail', days],
    queryFn: async ({ signal }) =>
      (await call<Data<WebhookDetail>>('GET', `webhooks/${id}?days=${days}`, { signal })).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (previous) => previous ?? listed(queryClient, id),
  });
}

function listed(queryClient: QueryClient, id: string): WebhookDetail | undefined {
  const webhooks = queryClient.getQueryData<readonly Webhook[]>(WEBHOOKS);
  const found = webhooks?.find((webhook) => webhook.id === id);
  return found && { ...found, attempts_by_hour: [] };
}

/** The secret is in the response only. It is never cached, because the cache outlives the dialog that shows it. */
export function useCreateWebhook() {
  const refresh = useRefreshWebhooks();
  return useMutation({
    mutationFn: async (body: NewWebhookBody) =>
      (await call<Data<IssuedWebhook>>('POST', 'webhooks', { body })).data,
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useChangeWebhook(id: string) {
  const refresh = useRefreshWebhooks();
  return useMutation({
    mutationFn: (change: WebhookChange) => changeWebhook(id, change),
    onSettled: refresh,
  });
}

const changeWebhook = async (id: string, body: WebhookChange): Promise<Webhook> =>
  (await call<Data<Webhook>>('PATCH', `webhooks/${id}`, { body })).data;

export function useRotateSecret(id: string) {
  const refresh = useRefreshWebhooks();
  return useMutation({
    mutationFn: async (overlap: Overlap) => {
      const body = { overlap_seconds: overlap };
      return (await call<Data<RotatedWebhook>>('POST', `webhooks/${id}/rotate-secret`, { body })).data;
    },
    onSuccess: refresh,
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

/** Loads the webhooks again, and the session for its banner. */
export function useRefreshWebhooks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
      queryClient.invalidateQueries({ queryKey: ['session'] }),
    ]);
  };
}
