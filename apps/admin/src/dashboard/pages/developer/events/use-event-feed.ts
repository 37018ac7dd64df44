import type { EventType, FeedbackEvent } from '@libs/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { t } from '../../../../messages';
import { useEventPages, useEventStream } from '../../../api/events/events';
import { announce } from '../../../items/announcer';
import { ArrivalAnnouncer } from './arrival-announcer';
import { addEvents, isFull, NO_LIVE_EVENTS, showWaiting, withoutDeleted } from './live-events';

const NO_IDS: ReadonlySet<string> = new Set();
/** Height of the bar at the top of a phone, and a few pixels. */
const TOP_PX = 56;

/** Loaded and live events of a type, and which of them are expanded. */
export function useEventFeed(type: EventType | null, isPaused: boolean) {
  const pages = useEventPages(type);
  const latest = pages.data?.pages[0]?.pagination.latest_cursor;
  const list = useRef<HTMLUListElement>(null);
  const [state, setState] = useState({ type, latest, live: NO_LIVE_EVENTS, expanded: NO_IDS });
  // Another list.
  if (state.type !== type || state.latest !== latest) {
    setState({ type, latest, live: NO_LIVE_EVENTS, expanded: NO_IDS });
  }
  const { live, expanded } = state;

  const [announcer] = useState(() => new ArrivalAnnouncer((count) => announce(t.events.arrived(count))));
  useEffect(() => {
    if (isPaused) announcer.stop();
    return () => announcer.stop();
  }, [announcer, isPaused]);

  function onEvents(events: readonly FeedbackEvent[], after: string): void {
    const isScrolled = (list.current?.getBoundingClientRect().top ?? TOP_PX) < TOP_PX;
    setState((before) => {
      // From before the list was loaded again.
      if (before.latest !== after) return before;
      const isHeld = isPaused || isScrolled || before.expanded.size > 0;
      return { ...before, live: addEvents(before.live, events, isHeld) };
    });
    if (!isPaused) announcer.add(events.length);
  }
  const isStopped = isFull(live);
  const reload = useEffectEvent(() => void pages.reload());
  const isConnected = useEventStream({
    after: isStopped ? undefined : latest,
    type,
    onEvents,
    onExpired: () => void pages.reload(),
  });
  const needsReload = isStopped && live.waiting.length === 0;
  useEffect(() => {
    if (needsReload) reload();
  }, [needsReload]);

  const events = useMemo(() => withoutDeleted([...live.shown, ...pages.rows], live), [pages.rows, live]);

  return {
    type,
    pages,
    events,
    list,
    isConnected,
    waitingCount: live.waiting.length,
    /** True if more have arrived than are kept, and the newest page isn't loaded yet. */
    isFull: isStopped && !pages.isRefetching,
    isNew: (id: string) => live.shown.some((event) => event.id === id),
    isExpanded: (id: string) => expanded.has(id),
    toggle: (id: string) =>
      setState((before) => {
        const next = new Set(before.expanded);
        if (!next.delete(id)) next.add(id);
        return { ...before, expanded: next };
      }),
    showWaiting() {
      if (isStopped) void pages.reload();
      else setState((before) => ({ ...before, live: showWaiting(before.live) }));
    },
  };
}
export type EventFeed = ReturnType<typeof useEventFeed>;
