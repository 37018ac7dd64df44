import type { NotificationSettings } from '@libs/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { store } from '../requests/after-change';
import { fetchData } from '../requests/client';
import { useInstantMutation } from '../requests/instant-mutation';

const SETTINGS = ['notification-settings'] as const;

export function useNotificationSettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => fetchData<NotificationSettings>('GET', 'notification-settings', { signal }),
  });
}

/** Sends one change after the other. `withPending` returns settings with those that are not stored yet. */
export function useChangeNotificationSettings() {
  const mutations = useQueryClient().getMutationCache();
  const change = useInstantMutation({
    mutationFn: (body: Partial<NotificationSettings>) =>
      fetchData<NotificationSettings>('PATCH', 'notification-settings', { body }),
    onSuccess: store(SETTINGS),
    mutationKey: SETTINGS,
    scope: { id: 'notification-settings' },
  });
  const withPending = (stored: NotificationSettings): NotificationSettings => {
    const pending = mutations.findAll({ mutationKey: SETTINGS, status: 'pending' });
    return Object.assign({}, stored, ...pending.map(({ state }) => state.variables));
  };
  return { ...change, withPending };
}
