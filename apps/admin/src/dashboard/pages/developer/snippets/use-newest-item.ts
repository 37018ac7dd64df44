import type { Item, ListPage } from '@libs/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client';

const POLL_MS = 3_000;

/** Something to update in a first request; null while there is none, and looked for until somebody has created it. */
export function useNewestItem(enabled: boolean) {
  return useQuery({
    queryKey: ['feedback', 'newest'],
    queryFn: async ({ signal }) =>
      (await call<ListPage<Item>>('GET', 'feedback?limit=1', { signal })).data[0] ?? null,
    enabled,
    refetchInterval: ({ state: { data } }) => (data ? false : POLL_MS),
  });
}
