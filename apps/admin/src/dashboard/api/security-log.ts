import type { ListPage, SecurityLogEntry } from '@libs/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './client';
import { rowsOf } from './items/item-lists';

const PAGE_SIZE = 50;

/** The security log, newest first. */
export function useSecurityLog() {
  const list = useInfiniteQuery({
    queryKey: ['security-log'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(pageParam && { cursor: pageParam }),
      });
      return call<ListPage<SecurityLogEntry>>('GET', `security-log?${query}`, { signal });
    },
    // Any request can add an event.
    staleTime: 0,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
  });
  return { ...list, rows: useMemo(() => rowsOf(list.data), [list.data]) };
}
