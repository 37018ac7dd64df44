import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Item } from '@libs/api-client';
import { ApiError, call } from '../../api/client';
import type { Conflict } from '../../api/item-conflict';
import { ItemWriter } from '../../api/item-writer';
import { dropItem, refreshFigures, rereadItem, sendChange, showItem, whoIsBusy } from '../../api/items';
import { PendingRemovals, type Removal } from '../../api/pending-removals';
import { dropQuarantined } from '../../api/quarantine';
import { removalFailed } from './notices';
import { Store } from './store';

/** How long a deletion can be undone. */
export const UNDO_MS = 6_000;

export interface ItemRemoval extends Removal {
  readonly title: string;
  /** Absent for an entry of the quarantine. */
  readonly item?: Item;
}

/** Everything about items that is under way in this window: it outlives the page that began it. */
export interface ItemDesk {
  readonly writer: ItemWriter;
  readonly removals: PendingRemovals<ItemRemoval>;
  /** The items of a batch that is on its way. */
  readonly inBatch: Set<string>;
  /** Questions nobody has answered yet, oldest first. */
  readonly conflicts: Store<readonly Conflict[]>;
}

const desks = new WeakMap<QueryClient, ItemDesk>();

export function deskOf(client: QueryClient): ItemDesk {
  const desk = desks.get(client) ?? makeDesk(client);
  desks.set(client, desk);
  return desk;
}

function makeDesk(client: QueryClient): ItemDesk {
  const writer = new ItemWriter({
    send: sendChange,
    read: rereadItem,
    isStale: (error) => error instanceof ApiError && error.status === 412,
    show: (item) => showItem(client, item),
  });
  const removals = new PendingRemovals<ItemRemoval>({
    send: sendRemoval,
    onRemoved(removal) {
      if (!removal.item) return dropQuarantined(client, removal.id);
      dropItem(client, removal.id);
      refreshFigures(client);
    },
    onFailed: (removal, error) => removalFailed(removal, error, (again) => removals.add([again])),
    later(run) {
      const timer = setTimeout(run, UNDO_MS);
      return () => clearTimeout(timer);
    },
  });
  addEventListener('pagehide', () => removals.leave());
  const inBatch = new Set<string>();
  whoIsBusy(client, (id) => writer.isBusy(id) || inBatch.has(id));
  return { writer, removals, inBatch, conflicts: new Store<readonly Conflict[]>([]) };
}

async function sendRemoval({ path, version }: ItemRemoval, leaving: boolean): Promise<void> {
  const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
  try {
    await call('DELETE', path, { headers, keepalive: leaving });
  } catch (error) {
    // Somebody else has deleted it: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** What has left the screen but may still come back, by id. */
export function useHidden(): ReadonlyMap<string, ItemRemoval> {
  const { removals } = deskOf(useQueryClient());
  return useSyncExternalStore(removals.subscribe, removals.snapshot);
}
