import type { ListPage } from '@libs/contract';
import {
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './client';
import { rowsOf } from '../items/item-lists';

type QueryOptions<P> = UseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P, string | null>,
  QueryKey,
  string | null
>;

interface Options<P> extends Pick<
  QueryOptions<P>,
  'queryKey' | 'staleTime' | 'gcTime' | 'refetchInterval' | 'structuralSharing'
> {
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number | null>>;
  /** The parameter that continues the list. */
  readonly cursor?: string;
}

/** The rows of a list whose pages are loaded one after the other. */
export function usePages<T, P extends ListPage<T> = ListPage<T>>({
  path,
  params = {},
  cursor = 'cursor',
  ...options
}: Options<P>) {
  const list = useInfiniteQuery<P, Error, InfiniteData<P, string | null>, QueryKey, string | null>({
    ...options,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...params, [cursor]: pageParam }))
        if (value !== null) query.set(name, String(value));
      return call<P>('GET', `${path}?${query}`, { signal });
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.pagination.next_cursor,
  });
  return { ...list, rows: useMemo(() => rowsOf<T>(list.data), [list.data]) };
}
