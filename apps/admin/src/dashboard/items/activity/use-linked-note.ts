import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { useActivity } from './activity-queries';

type Activity = Pick<ReturnType<typeof useActivity>, 'entries' | 'next' | 'isLoadingMore' | 'loadMore'>;

/**
 * Returns the ID of the note at which the link of the page opens, and loads older entries until it is there. IDs sort by
 * time, so it ends at older notes if the note was deleted.
 */
export function useLinkedNote({ entries, next, isLoadingMore, loadMore }: Activity): string | null {
  const linked = useSearchParams()[0].get('note');
  const oldest = entries.findLast(({ kind }) => kind === 'note')?.key;
  const isMissing = linked !== null && (oldest === undefined || linked < oldest);
  const mustLoad = isMissing && next.length > 0 && !isLoadingMore;
  useEffect(() => {
    if (mustLoad) loadMore();
  });
  return linked;
}
