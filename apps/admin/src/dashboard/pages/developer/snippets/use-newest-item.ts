import { useQuery } from '@tanstack/react-query';
import { newestItemQuery } from '../../../api/items/item-queries';

const POLL_MS = 3_000;

/** The item that the update example changes; null while there is none, and polled for until there is one. */
export function useNewestItem(enabled: boolean) {
  return useQuery({
    ...newestItemQuery,
    enabled,
    refetchInterval: ({ state: { data } }) => (data ? false : POLL_MS),
  });
}
