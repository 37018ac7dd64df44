import type { StatusMessage } from '@libs/contract';
import { useQuery } from '@tanstack/react-query';
import { messagesKey, readMessages } from './message-requests';
import { pollInterval } from './poll-interval';

/** The messages about an item, newest first. Polls while one of them is held or waits for the mail server. */
export const useStatusMessages = (id: string | null) =>
  useQuery<readonly StatusMessage[]>({
    queryKey: messagesKey(id ?? ''),
    queryFn: ({ signal }) => readMessages(id!, signal),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => pollInterval(data ?? [], Date.now()),
  });
