import type { Item, ItemCounts, ListPage, QuarantinedItem } from '@libs/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { fetchData } from './requests/client';
import { withoutItems } from './items/item-lists';
import { usePages } from './requests/pages';

const QUARANTINE = ['quarantine'] as const;

/** Released and deleted entries. A response from before can still contain them. */
const gone = new Set<string>();

/** Quarantined submissions, newest first. */
export function useQuarantine() {
  const list = usePages<QuarantinedItem>({
    queryKey: QUARANTINE,
    path: 'quarantine',
    params: { limit: 50 },
  });
  return { ...list, rows: list.rows.filter(({ id }) => !gone.has(id)) };
}

/** Turns the submission into a feedback item. */
export const release = (id: string): Promise<Item> => fetchData<Item>('POST', `quarantine/${id}/release`);

/** Removes a released or deleted entry from the screen. */
export function dropQuarantined(queryClient: QueryClient, id: string): void {
  gone.add(id);
  queryClient.setQueryData<InfiniteData<ListPage<QuarantinedItem>>>(
    QUARANTINE,
    (pages) => pages && withoutItems(pages, new Set([id])),
  );
  queryClient.setQueriesData<ItemCounts>(
    { queryKey: ['feedback', 'counts'] },
    (counts) => counts && { ...counts, quarantined: Math.max(0, counts.quarantined - 1) },
  );
}
