import type { ApiUsage, Data, IssuedKey, KeyEntry, NewKeyBody, Overlap } from '@libs/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './client';
import { useMayDo } from './team/role';
import { disableWebhooksOf, useRefreshWebhooks } from './webhooks/webhooks';

const KEYS = ['keys'] as const;
const keysQuery = queryOptions({
  queryKey: KEYS,
  queryFn: async ({ signal }) => (await call<Data<readonly KeyEntry[]>>('GET', 'keys', { signal })).data,
});
/** Polled, because remaining requests change; not while the page is hidden. */
const REFRESH_MS = 10_000;
const USAGE_REFRESH_MS = 30_000;

export function useKeys() {
  return useQuery({ ...keysQuery, refetchInterval: REFRESH_MS });
}

/** The requests of each key per day. Polled: numbers are stored every 20 seconds. */
export function useApiUsage() {
  return useQuery({
    queryKey: ['api-usage'],
    queryFn: async ({ signal }) => (await call<Data<ApiUsage>>('GET', 'keys/usage', { signal })).data,
    refetchInterval: USAGE_REFRESH_MS,
  });
}

/**
 * The names of keys by their IDs, also of revoked ones. Loads them again if one of `ids` is of a new key. Empty for
 * members who may not manage keys.
 */
export function useKeyNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const enabled = useMayDo('keys.manage');
  const { data, isSuccess, refetch } = useQuery({
    ...keysQuery,
    staleTime: Infinity,
    select: namesById,
    enabled,
  });
  const newId = ids.find((id) => !data?.has(id));
  useEffect(() => {
    if (isSuccess && newId !== undefined) void refetch();
  }, [isSuccess, newId, refetch]);
  return data ?? NO_NAMES;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const namesById = (keys: readonly KeyEntry[]) => new Map(keys.map(({ id, name }) => [id, name]));

/** The secret is in the response only. It is never cached, because the cache outlives the dialog that shows it. */
export function useCreateKey() {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: async (body: NewKeyBody) => (await call<Data<IssuedKey>>('POST', 'keys', { body })).data,
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useRotateKey() {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: async ({ id, overlap }: { id: string; overlap: Overlap }) => {
      const body = { overlap_seconds: overlap };
      return (await call<Data<IssuedKey>>('POST', `keys/${id}/rotate`, { body })).data;
    },
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useRevokeKey() {
  const refresh = useRefreshKeys();
  const refreshWebhooks = useRefreshWebhooks();
  return useMutation({
    mutationFn: async ({ id, disablesWebhooks }: { id: string; disablesWebhooks: boolean }) => {
      // First, so that the key creates no more webhooks. If the rest fails, the request can be repeated.
      await call<void>('DELETE', `keys/${id}`);
      if (disablesWebhooks) await disableWebhooksOf(id);
    },
    // Also after a failure: another window may have changed the list.
    onSettled: () => Promise.all([refresh(), refreshWebhooks()]),
  });
}

function useRefreshKeys(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEYS });
}
