import type { Data, NotificationPage, NotificationSettings, UnreadNotifications } from '@libs/contract';
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call, reportSessionProblem } from '../client';
import { LEAVING } from '../team/members';
import { followUnread } from './unread-stream';

const NOTIFICATIONS = ['notifications'] as const;
const UNREAD = ['unread-notifications'] as const;
const SETTINGS = ['notification-settings'] as const;

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
        onRemoved: () => reportRemoval(queryClient),
        // The response is an event without a status. If the session has ended, this request finds out.
        onRejected: () => void queryClient.invalidateQueries({ queryKey: ['session'] }),
      }),
    [queryClient],
  );
  // Filled by the stream and by responses.
  return useQuery<number>({ queryKey: UNREAD, enabled: false }).data;
}

/** A page that deletes or leaves the account says so itself. */
export function reportRemoval(queryClient: QueryClient): void {
  if (queryClient.isMutating(LEAVING) === 0) reportSessionProblem('removed');
}

/** Newest first. */
export function useNotifications() {
  const list = useInfiniteQuery({
    queryKey: NOTIFICATIONS,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam ? { cursor: pageParam } : {});
      return call<NotificationPage>('GET', `notifications?${query}`, { signal });
    },
    // The number can stay the same while a notification gets a higher count.
    staleTime: 0,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.pagination.next_cursor,
  });
  return { ...list, rows: useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]) };
}

/** Marks notifications as read. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (
      body: { readonly ids: readonly string[] } | { readonly item_id: string } | { readonly all: true },
    ) => (await call<Data<UnreadNotifications>>('POST', 'notifications/read', { body })).data,
    onSuccess: ({ unread }) => {
      queryClient.setQueryData(UNREAD, unread);
      return queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
    },
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

export function useNotificationSettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) =>
      (await call<Data<NotificationSettings>>('GET', 'notification-settings', { signal })).data,
  });
}

export function useChangeNotificationSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Partial<NotificationSettings>) =>
      (await call<Data<NotificationSettings>>('PATCH', 'notification-settings', { body })).data,
    onSuccess: (saved) => void queryClient.setQueryData(SETTINGS, saved),
  });
}
