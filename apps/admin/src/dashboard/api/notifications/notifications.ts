import type { Notification, UnreadNotifications } from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchData, reportSessionProblem } from '../requests/client';
import { usePages } from '../requests/pages';
import { followUnread } from './unread-stream';

const NOTIFICATIONS = ['notifications'] as const;
const UNREAD = ['unread-notifications'] as const;

/** The number of unread notifications, live; undefined until it is known. */
export function useUnread(): number | undefined {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followUnread({
        onUnread(unread) {
          queryClient.setQueryData(UNREAD, unread);
          void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
        },
        onRemoved: () => reportSessionProblem('removed'),
        // The response is an event without a status. If the session has ended, this request finds out.
        onRejected: () => void queryClient.invalidateQueries({ queryKey: ['session'] }),
      }),
    [queryClient],
  );
  // Filled by the stream and by responses.
  return useQuery<number>({ queryKey: UNREAD, enabled: false }).data;
}

/** Newest first. */
export const useNotifications = () =>
  usePages<Notification>({
    queryKey: NOTIFICATIONS,
    path: 'notifications',
    // The number can stay the same while a notification gets a higher count.
    staleTime: 0,
  });

/** Marks notifications as read. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (
      body: { readonly ids: readonly string[] } | { readonly item_id: string } | { readonly all: true },
    ) => fetchData<UnreadNotifications>('POST', 'notifications/read', { body }),
    onSuccess: ({ unread }, _body, _, { client }) => {
      client.setQueryData(UNREAD, unread);
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
    },
    // In order, so that the last response has the current number.
    scope: { id: 'mark-read' },
  });
}

/** Marks notifications that are only about an item as read when it opens. Sends no request if none is unread. */
export function useMarkItemRead(itemId: string): void {
  const queryClient = useQueryClient();
  const { mutate } = useMarkRead();
  useEffect(() => {
    if (queryClient.getQueryData(UNREAD) !== 0) mutate({ item_id: itemId });
  }, [queryClient, mutate, itemId]);
}
