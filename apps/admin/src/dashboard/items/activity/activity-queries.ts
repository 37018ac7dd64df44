import type { HistoryChange, Item, ItemNote } from '@libs/contract';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { invalidate } from '../../api/requests/after-change';
import { call, fetchData } from '../../api/requests/client';
import { usePages } from '../../api/requests/pages';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { notify } from '../notices';
import { messagesKey } from '../status-messages/message-requests';
import { useStatusMessages } from '../status-messages/message-queries';
import { noteDrafts, setNoteDraft } from './note-drafts';
import { threadOf } from './thread';

const PAGE_SIZE = 20;
/** While the panel is open, others can add notes and changes. */
const POLL_MS = 30_000;
/** An entry of the history appears some time after its change, usually within 0.2 seconds. */
const EXPECTED_MS = 2_000;
const EXPECTED_POLL_MS = 400;

const keyOf = (id: string, list: 'notes' | 'history') => ['feedback', 'activity', id, list] as const;

const useList = <T>(id: string, list: 'notes' | 'history', refetchInterval: () => number) =>
  usePages<T>({
    queryKey: keyOf(id, list),
    path: `feedback/${id}/${list}`,
    params: { limit: PAGE_SIZE },
    refetchInterval,
    staleTime: 0,
  });

/** Notes, changes, and messages of an item. Loads the change soon after the item has changed. */
export function useActivity({ id, version }: Item) {
  const queryClient = useQueryClient();
  const expectedUntil = useRef(0);
  const lastVersion = useRef(version);
  const notes = useList<ItemNote>(id, 'notes', () => POLL_MS);
  const changes = useList<HistoryChange>(id, 'history', () =>
    performance.now() < expectedUntil.current ? EXPECTED_POLL_MS : POLL_MS,
  );
  useEffect(() => {
    if (lastVersion.current === version) return;
    lastVersion.current = version;
    expectedUntil.current = performance.now() + EXPECTED_MS;
    void queryClient.invalidateQueries({ queryKey: keyOf(id, 'history') });
    void queryClient.invalidateQueries({ queryKey: messagesKey(id) });
  }, [queryClient, id, version]);
  const messages = useStatusMessages(id);
  const thread = useMemo(
    () =>
      threadOf(
        { rows: notes.rows, hasMore: notes.hasNextPage },
        { rows: changes.rows, hasMore: changes.hasNextPage },
        messages.data,
      ),
    [notes.rows, notes.hasNextPage, changes.rows, changes.hasNextPage, messages.data],
  );
  return {
    ...thread,
    isPending: notes.isPending || changes.isPending || messages.isPending,
    /** The error of a list of which nothing is loaded. */
    error: [notes, changes, messages].find((list) => list.error && !list.data)?.error ?? null,
    isLoadingMore: notes.isFetchingNextPage || changes.isFetchingNextPage,
    isMoreFailed: notes.isFetchNextPageError || changes.isFetchNextPageError,
    refetch: () => void [notes.refetch(), changes.refetch(), messages.refetch()],
    loadMore: () => {
      const options = { cancelRefetch: false };
      if (thread.next.includes('notes')) void notes.fetchNextPage(options);
      if (thread.next.includes('changes')) void changes.fetchNextPage(options);
    },
  };
}

/** Adds a note. The page can show another item before it is stored, and this one again. */
export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['add-note', id];
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: (text: string) => fetchData<ItemNote>('POST', `feedback/${id}/notes`, { body: { text } }),
    onSuccess(_, text) {
      // Only what was sent: someone can type while the request runs.
      if (noteDrafts.get().get(id) === text) setNoteDraft(id, '');
      announce(t.activity.note.added);
      void queryClient.invalidateQueries({ queryKey: keyOf(id, 'notes') });
    },
    onError(failure) {
      if (isShown.current) return;
      notify({ title: t.activity.note.failed, text: errorMessage(failure), isError: true, timeout: false });
    },
  });
  return { add: mutate, error, isPending: useIsMutating({ mutationKey }) > 0 };
}

export function useRemoveNote(id: string) {
  return useMutation({
    mutationFn: (noteId: string) => call<void>('DELETE', `feedback/${id}/notes/${noteId}`),
    onSuccess: invalidate(keyOf(id, 'notes')),
  });
}
