import type { Data, Item, ItemCounts, ListPage, QuarantinedItem } from '@libs/contract';
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './client';
import { rowsOf, withoutItems } from './items/item-lists';

const QUARANTINE = ['quarantine'] as const;
const PAGE_SIZE = 50;

/** Quarantined submissions, newest first. */
export function useQuarantine() {
  const list = useInfiniteQuery({
    queryKey: QUARANTINE,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(pageParam && { cursor: pageParam }),
      });
      return call<ListPage<QuarantinedItem>>('GET', `quarantine?${query}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
  });
  return { ...list, rows: useMemo(() => rowsOf(list.data), [list.data]) };
}

/** Turns the submission into a feedback item. */
export const release = async (id: string): Promise<Item> =>
  (await call<Data<Item>>('POST', `quarantine/${id}/release`)).data;

/** Removes a released or deleted entry from the screen. */
export function dropQuarantined(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<InfiniteData<ListPage<QuarantinedItem>>>(
    QUARANTINE,
    (pages) => pages && withoutItems(pages, new Set([id])),
  );
  queryClient.setQueriesData<ItemCounts>(
    { queryKey: ['feedback', 'counts'] },
    (counts) => counts && { ...counts, quarantined: Math.max(0, counts.quarantined - 1) },
  );
}
