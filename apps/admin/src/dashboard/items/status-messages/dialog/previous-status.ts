import type { ChangedStatus, HistoryChange, ListPage, Status } from '@libs/contract';
import { call } from '../../../api/requests/client';
import type { TellItem } from '../tell-target';

type HistoryPage = ListPage<HistoryChange>;

const readHistory = (id: string, cursor: string | null): Promise<HistoryPage> => {
  const query = new URLSearchParams({ limit: '100', ...(cursor !== null && { cursor }) });
  return call('GET', `feedback/${encodeURIComponent(id)}/history?${query}`);
};

/** The status before the last change of the status; null if it never changed. */
export async function previousStatus(id: string, read = readHistory): Promise<Status | null> {
  let cursor: string | null = null;
  do {
    const page: HistoryPage = await read(id, cursor);
    const change = page.data.find(({ changes }) => changes['status']);
    if (change) return change.changes['status']!.from as Status;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return null;
}

/** Reads the statuses that are unknown. Leaves out items whose status never changed. */
export async function changedItems(items: readonly TellItem[]): Promise<readonly ChangedStatus[]> {
  const changed = items.map(async ({ id, previous_status: known }): Promise<readonly ChangedStatus[]> => {
    const status = known ?? (await previousStatus(id));
    return status === null ? [] : [{ id, previous_status: status }];
  });
  return (await Promise.all(changed)).flat();
}
