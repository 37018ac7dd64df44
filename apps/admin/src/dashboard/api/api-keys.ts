import type { ApiUsage, IssuedKey, KeyEntry, NewKeyBody, Overlap } from '@libs/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate, refresh } from './requests/after-change';
import { call, fetchData } from './requests/client';
import { useMayDo } from './team/role';
import { disableWebhooksOf, WEBHOOK_DATA } from './webhooks/webhooks';

const KEYS = ['keys'] as const;
const keysQuery = queryOptions({
  queryKey: KEYS,
  queryFn: ({ signal }) => fetchData<readonly KeyEntry[]>('GET', 'keys', { signal }),
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
    queryFn: ({ signal }) => fetchData<ApiUsage>('GET', 'keys/usage', { signal }),
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
  return useMutation({
    mutationFn: (body: NewKeyBody) => fetchData<IssuedKey>('POST', 'keys', { body }),
    onSuccess: refresh(KEYS),
    gcTime: 0,
  });
}

export function useRotateKey() {
  return useMutation({
    mutationFn: ({ id, overlap }: { id: string; overlap: Overlap }) =>
      fetchData<IssuedKey>('POST', `keys/${id}/rotate`, { body: { overlap_seconds: overlap } }),
    onSuccess: refresh(KEYS),
    gcTime: 0,
  });
}

export function useRevokeKey() {
  return useMutation({
    mutationFn: async ({ id, disablesWebhooks }: { id: string; disablesWebhooks: boolean }) => {
      // First, so that the key creates no more webhooks. If the rest fails, the request can be repeated.
      await call<void>('DELETE', `keys/${id}`);
      if (disablesWebhooks) await disableWebhooksOf(id);
    },
    // Also after a failure: another window may have changed the list.
    onSettled: invalidate(KEYS, ...WEBHOOK_DATA),
  });
}
