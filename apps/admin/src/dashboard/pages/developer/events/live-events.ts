import type { FeedbackEvent } from '@libs/contract';

/** Events since the newest page was loaded, newest first. */
export interface LiveEvents {
  /** Displayed in the list. */
  readonly shown: readonly FeedbackEvent[];
  /** Only counted above the list, until the reader wants to see them. */
  readonly waiting: readonly FeedbackEvent[];
}

export const NO_LIVE_EVENTS: LiveEvents = { shown: [], waiting: [] };

/** Above it, the newest page is loaded instead: a list of thousands of rows is slow. */
export const LIVE_MAX = 200;
export const isFull = ({ shown, waiting }: LiveEvents): boolean => shown.length + waiting.length >= LIVE_MAX;

/**
 * Adds events, oldest first. While some wait, later ones wait, too.
 * @param isHeld true if the list must not move now
 */
export function addEvents(
  { shown, waiting }: LiveEvents,
  events: readonly FeedbackEvent[],
  isHeld: boolean,
): LiveEvents {
  const added = events.toReversed();
  return isHeld || waiting.length > 0
    ? { shown, waiting: [...added, ...waiting] }
    : { shown: [...added, ...shown], waiting };
}

export const showWaiting = ({ shown, waiting }: LiveEvents): LiveEvents => ({
  shown: [...waiting, ...shown],
  waiting: [],
});

/**
 * Removes the values of items that have been deleted since the page was loaded, as the service does (events.md 1).
 * @param live events that arrived after `events` or are among them
 */
export function withoutDeleted(
  events: readonly FeedbackEvent[],
  { shown, waiting }: LiveEvents,
): readonly FeedbackEvent[] {
  const deleted = new Set(
    [...shown, ...waiting]
      .filter(({ type }) => type === 'feedback.deleted')
      .map(({ data }) => data.feedback?.id),
  );
  if (deleted.size === 0) return events;
  return events.map((event) => {
    const { feedback, version } = event.data;
    return feedback && deleted.has(feedback.id)
      ? { ...event, data: { feedback: { id: feedback.id }, version } }
      : event;
  });
}
