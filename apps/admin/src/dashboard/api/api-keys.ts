import type { Data, IssuedKey, KeyEntry, NewKeyBody, Overlap } from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client';

const KEYS = ['keys'] as const;
/** Polled, because remaining requests change; not while the page is hidden. */
const REFRESH_MS = 10_000;

export function useKeys() {
  return useQuery({
    queryKey: KEYS,
    queryFn: async ({ signal }) => (await call<Data<readonly KeyEntry[]>>('GET', 'keys', { signal })).data,
    refetchInterval: REFRESH_MS,
  });
}

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
  return useMutation({
    mutationFn: (id: string) => call<void>('DELETE', `keys/${id}`),
    // Also after a failure: another window may have changed the list.
    onSettled: refresh,
  });
}

function useRefreshKeys(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEYS });
}
