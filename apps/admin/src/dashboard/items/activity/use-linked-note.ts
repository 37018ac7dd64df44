import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { useActivity } from './activity-queries';

type Activity = Pick<
  ReturnType<typeof useActivity>,
  'entries' | 'next' | 'isLoadingMore' | 'isMoreFailed' | 'loadMore'
>;

/** Returns the ID of the note at which the link of the page opens, and loads older entries until it is there. */
export function useLinkedNote(activity: Activity): string | null {
  const linked = useSearchParams()[0].get('note');
  const mustLoad = linked !== null && needsOlder(linked, activity);
  useEffect(() => {
    if (mustLoad) activity.loadMore();
  });
  return linked;
}

/**
 * Whether the note may be in entries to load now. IDs sort by time, so it ends at older notes if the note was deleted.
 * After an error, it waits for the person, or for the next time that the lists are polled.
 */
export function needsOlder(
  linked: string,
  { entries, next, isLoadingMore, isMoreFailed }: Omit<Activity, 'loadMore'>,
): boolean {
  const oldest = entries.findLast(({ kind }) => kind === 'note')?.key;
  return (oldest === undefined || linked < oldest) && next.length > 0 && !isLoadingMore && !isMoreFailed;
}
