import type { Data, HistoryChange, Item, ItemNote, ListPage } from '@libs/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../api/client';
import { rowsOf } from '../../api/items/item-lists';
import { threadOf } from './thread';

const PAGE_SIZE = 20;
/** While the panel is open, others can add notes and changes. */
const POLL_MS = 30_000;
/** An entry of the history appears some time after its change, usually within 0.2 seconds. */
const EXPECTED_MS = 2_000;
const EXPECTED_POLL_MS = 400;

const keyOf = (id: string, list: 'notes' | 'history') => ['feedback', 'activity', id, list] as const;

function usePages<T>(id: string, list: 'notes' | 'history', interval: () => number) {
  return useInfiniteQuery({
    queryKey: keyOf(id, list),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(pageParam && { cursor: pageParam }),
      });
      return call<ListPage<T>>('GET', `feedback/${id}/${list}?${query}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
    refetchInterval: interval,
    staleTime: 0,
  });
}

/** Notes and changes of an item. Loads the change soon after the item has changed. */
export function useActivity({ id, version }: Item) {
  const queryClient = useQueryClient();
  const expectedUntil = useRef(0);
  const lastVersion = useRef(version);
  const notes = usePages<ItemNote>(id, 'notes', () => POLL_MS);
  const changes = usePages<HistoryChange>(id, 'history', () =>
    performance.now() < expectedUntil.current ? EXPECTED_POLL_MS : POLL_MS,
  );
  useEffect(() => {
    if (lastVersion.current === version) return;
    lastVersion.current = version;
    expectedUntil.current = performance.now() + EXPECTED_MS;
    void queryClient.invalidateQueries({ queryKey: keyOf(id, 'history') });
  }, [queryClient, id, version]);
  const thread = useMemo(
    () =>
      threadOf(
        { rows: rowsOf(notes.data), hasMore: notes.hasNextPage },
        { rows: rowsOf(changes.data), hasMore: changes.hasNextPage },
      ),
    [notes.data, notes.hasNextPage, changes.data, changes.hasNextPage],
  );
  return {
    ...thread,
    isPending: notes.isPending || changes.isPending,
    /** The error of a list of which nothing is loaded. */
    error: (notes.data ? null : notes.error) ?? (changes.data ? null : changes.error),
    isLoadingMore: notes.isFetchingNextPage || changes.isFetchingNextPage,
    isMoreFailed: notes.isFetchNextPageError || changes.isFetchNextPageError,
    refetch: () => void [notes.refetch(), changes.refetch()],
    loadMore: () => {
      const options = { cancelRefetch: false };
      if (thread.next.includes('notes')) void notes.fetchNextPage(options);
      if (thread.next.includes('changes')) void changes.fetchNextPage(options);
    },
  };
}

export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) =>
      (await call<Data<ItemNote>>('POST', `feedback/${id}/notes`, { body: { text } })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(id, 'notes') }),
  });
}

export function useRemoveNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string) => call<void>('DELETE', `feedback/${id}/notes/${noteId}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(id, 'notes') }),
  });
}
