import type { Item, ListPage } from '@libs/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../requests/client';

const SHOWN_MAX = 10;

/** The items with the most requests, also those with one. */
export function useMostRequested() {
  return useQuery({
    queryKey: ['feedback', 'most-requested'],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ sort: '-request_count', limit: String(SHOWN_MAX) });
      return (await call<ListPage<Item>>('GET', `feedback?${query}`, { signal })).data;
    },
  });
}
