import type {
  ChangelogEntry,
  ChangelogPreview,
  EntryAudience,
  EntryChange,
  EntryNotification,
  EntryPreview,
  NewEntry,
  UnusedCard,
} from '@libs/contract';
import { keepPreviousData, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import { pollInterval } from '../items/status-messages/poll-interval';
import { invalidate, refresh, replaceData } from './requests/after-change';
import { call, fetchData } from './requests/client';
import { usePages } from './requests/pages';

const CHANGELOG = ['changelog'] as const;
const LIST = [...CHANGELOG, 'list'] as const;
const UNUSED_CARDS = [...CHANGELOG, 'unused-cards'] as const;
const PREVIEW = [...CHANGELOG, 'preview'] as const;
const keyOf = (id: string) => [...CHANGELOG, 'entry', id] as const;

/** Drafts and published entries, newest first. */
export const useEntries = () =>
  usePages<ChangelogEntry>({ queryKey: LIST, path: 'changelog', params: { limit: 50 } });

export function useEntry(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => fetchData<ChangelogEntry>('GET', `changelog/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const message = data?.notification;
      const isFinal = !message || message.state === 'cancelled' || isSettled(message);
      return isFinal ? false : pollInterval([message], Date.now());
    },
  });
}

const isSettled = ({ state, waiting }: EntryNotification): boolean => state === 'sent' && waiting === 0;

/** How many people would be told about an entry with these items. Counted when it is shown. */
export function useEntryAudience(items: readonly string[], isEnabled: boolean) {
  return useQuery({
    queryKey: [...CHANGELOG, 'audience', items],
    queryFn: ({ signal }) =>
      fetchData<EntryAudience>('POST', 'changelog/audience', { body: { items }, signal }),
    enabled: isEnabled,
    gcTime: 0,
  });
}

/** Shipped cards that are in no entry, the last shipped one first. */
export function useUnusedCards() {
  return useQuery({
    queryKey: UNUSED_CARDS,
    queryFn: ({ signal }) => fetchData<readonly UnusedCard[]>('GET', 'changelog/unused-cards', { signal }),
  });
}

/** The page of an entry that is not saved yet. While another one loads, the old one stays. */
export function useEntryPreview(input: EntryPreview) {
  return useQuery({
    queryKey: [...PREVIEW, input],
    queryFn: ({ signal }) =>
      fetchData<ChangelogPreview>('POST', 'changelog/preview', { body: input, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useCreateEntry() {
  return useMutation({
    mutationFn: (body: NewEntry) => fetchData<ChangelogEntry>('POST', 'changelog', { body }),
    onSuccess: invalidate(LIST, UNUSED_CARDS),
  });
}

/** With `set_shipped`, items change, too. */
export function useChangeEntry(id: string) {
  return useMutation({
    mutationFn: (body: EntryChange) => fetchData<ChangelogEntry>('PATCH', `changelog/${id}`, { body }),
    onSuccess: async (entry, change, _, { client }) => {
      await replaceData(client, keyOf(id), entry);
      await refreshLists(client, change.set_shipped === true);
    },
    // An item of the entry can be deleted, or only the response was lost.
    onError: refresh(PREVIEW, keyOf(id), LIST),
  });
}

const refreshLists = (client: QueryClient, haveItemsChanged: boolean): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: LIST }),
    client.invalidateQueries({ queryKey: UNUSED_CARDS }),
    haveItemsChanged && client.invalidateQueries({ queryKey: PREVIEW }),
    haveItemsChanged && client.resetQueries({ queryKey: ['feedback'] }),
  ]);

export function useRemoveEntry(id: string) {
  return useMutation({
    mutationFn: () => call<void>('DELETE', `changelog/${id}`),
    onSuccess: invalidate(LIST, UNUSED_CARDS),
  });
}
