import type { ChangedStatus, Item, ItemChange, ItemUpdate } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { cachedStatusMessages } from '../../api/session';
import { notify, type Notice } from '../notices';

/** Adds `notify` to changes of the status, if the account always tells followers (status-messages.md 6). */
export function withNotify<T extends ItemChange | ItemUpdate>(queryClient: QueryClient, change: T): T {
  const tells = change.status !== undefined && cachedStatusMessages(queryClient) === 'always';
  return tells ? { ...change, notify: {} } : change;
}

/** The item before a change, if its status is another one now. Duplicates have no messages. */
export const changedStatus = (before: Item, saved: Item): readonly ChangedStatus[] =>
  before.status === saved.status || saved.merged_into !== null
    ? []
    : [{ id: saved.id, previous_status: before.status }];

/** Adds to a notice about changes that their followers can be told, or will be. */
export function offerMessages(
  queryClient: QueryClient,
  items: readonly ChangedStatus[],
): ((id: string, notice: Notice) => void) | undefined {
  const setting = cachedStatusMessages(queryClient);
  if (items.length === 0 || (setting !== 'ask' && setting !== 'always')) return undefined;
  return (id, notice) =>
    void import('./offer')
      .then(({ offer }) => offer(queryClient, setting, items, { id, notice }))
      // Without it, the panel still tells followers.
      .catch(() => {});
}

let lastId = 0;

/** Reports an undo. It tells followers, too, if the account always does, and they were told of the change. */
export function notifyUndone(queryClient: QueryClient, text: string, items: readonly ChangedStatus[]): void {
  const id = `undone-${++lastId}`;
  notify({ id, text });
  if (cachedStatusMessages(queryClient) === 'always') offerMessages(queryClient, items)?.(id, { text });
}
