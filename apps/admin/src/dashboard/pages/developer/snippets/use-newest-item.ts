import { useQuery } from '@tanstack/react-query';
import { newestItemQuery } from '../../../api/items/item-queries';

const POLL_MS = 3_000;

/** The item for the update example; null until there is one, and polled until then. */
export function useNewestItem(enabled: boolean) {
  return useQuery({
    ...newestItemQuery,
    enabled,
    refetchInterval: ({ state: { data } }) => (data ? false : POLL_MS),
  });
}
