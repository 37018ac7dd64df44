import type { EventType, FeedbackEvent, FeedbackEventPage } from '@libs/contract';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePages } from '../requests/pages';
import { followEvents } from './event-stream';

type EventPages = InfiniteData<FeedbackEventPage, string | null>;

/** Events of a type or of all types, newest first, as of the first page. */
export function useEventPages(type: EventType | null) {
  const queryClient = useQueryClient();
  const queryKey = ['events', type] as const;
  const list = usePages<FeedbackEvent, FeedbackEventPage>({
    queryKey,
    path: 'events',
    params: { limit: 50, types: type },
    cursor: 'before',
    // The stream adds later events.
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  /** Loads the newest page, instead of all loaded ones. */
  async function reload(): Promise<void> {
    queryClient.setQueryData<EventPages>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [null] },
    );
    await list.refetch();
  }
  return { ...list, reload };
}

interface EventStream {
  /** A cursor; undefined for no stream. */
  readonly after: string | undefined;
  readonly type: EventType | null;
  /** Oldest first, and the cursor with which the stream started. */
  readonly onEvents: (events: readonly FeedbackEvent[], after: string) => void;
  /** Called if events after the cursor are no longer kept. */
  readonly onExpired: () => void;
}

/** Follows events while the page is visible. Returns false if the stream could not connect, or lost its connection. */
export function useEventStream({ after, type, onEvents, onExpired }: EventStream): boolean {
  const isVisible = useDocumentVisibility() === 'visible';
  const [isConnected, setConnected] = useState(false);
  /** Where the stream is, for the next one after the page was hidden. */
  const last = useRef<{ readonly after: string; readonly type: EventType | null; cursor: string }>(null);
  const handleEvents = useEffectEvent(onEvents);
  const handleExpired = useEffectEvent(onExpired);
  useEffect(() => {
    if (after === undefined || !isVisible) return;
    if (last.current?.after !== after || last.current.type !== type)
      last.current = { after, type, cursor: after };
    const controller = new AbortController();
    const { signal } = controller;
    void followEvents({
      type,
      position: last.current,
      signal,
      onOpen: () => setConnected(true),
      onEvents: (events) => handleEvents(events, after),
      onClose: () => setConnected(false),
    }).then(() => signal.aborted || handleExpired());
    return () => controller.abort();
  }, [after, type, isVisible]);
  return isConnected;
}
