import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Item, ItemCounts } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import { ApiError, call } from '../../api/requests/client';
import type { Conflict } from '../../api/items/item-conflict';
import { countsWithout, type CountParams } from '../../api/items/item-counts';
import { ItemWriter } from '../../api/items/item-writer';
import {
  cachedItem,
  dropItem,
  refreshCountsAndFirstPages,
  showItem,
  registerBusyCheck,
} from '../../api/items/item-cache';
import {
  rereadItem,
  sendChange,
  sendRemovals,
  useCounts,
  useExactCounts,
} from '../../api/items/item-queries';
import { PendingRemovals, type Removal } from '../../api/items/pending-removals';
import { dropQuarantined } from '../../api/quarantine';
import { useCachedSession } from '../../api/session';
import { notifyRemovalFailed } from '../notices';
import { withNotify } from '../status-messages/changed-status';
import { Store } from '../../../ui/store';
import { UndoStack } from './undo-stack';

/** How long a deletion can be undone. */
export const UNDO_TIMEOUT_MS = 10_000;
/**
 * Maximum removals a browser sends while the page unloads, beside a batch that is being sent: it limits keepalive requests
 * to 64 KB in total.
 */
const UNLOAD_REMOVALS_MAX = 800;

/** An undo action, with a function that closes its notice. */
export interface UndoStep {
  run(): void;
  close(): void;
}

export interface ItemRemoval extends Removal {
  readonly title: string;
  /** Absent for a quarantined submission. */
  readonly item?: Item;
}

/** Pending item changes of this window; they outlive the page that started them. */
interface ItemMutations {
  readonly writer: ItemWriter;
  readonly removals: PendingRemovals<ItemRemoval>;
  /** Unresolved conflicts, oldest first. */
  readonly conflicts: Store<readonly Conflict[]>;
  readonly undos: UndoStack<UndoStep>;
}

const mutationsByClient = new WeakMap<QueryClient, ItemMutations>();

export function itemMutations(queryClient: QueryClient): ItemMutations {
  const mutations = mutationsByClient.get(queryClient) ?? createItemMutations(queryClient);
  mutationsByClient.set(queryClient, mutations);
  return mutations;
}

function createItemMutations(queryClient: QueryClient): ItemMutations {
  const writer = new ItemWriter({
    send: (item, change) => sendChange(item, withNotify(queryClient, change)),
    read: rereadItem,
    isStale: (error) => error instanceof ApiError && error.status === 412,
    // Items that are not loaded are read when the user scrolls to them.
    show: (item) => cachedItem(queryClient, item.id) && showItem(queryClient, item),
  });
  const removals = new PendingRemovals<ItemRemoval>({
    batchSize: BATCH_MAX,
    async send(removed) {
      const changing = removed.filter(({ id }) => writer.isBusy(id));
      const stored = Promise.all(changing.map(async ({ id }) => writer.afterChanges(id)));
      // The others at once: the page can be closing.
      const others = sendRemovalBatch(removed.filter((removal) => !changing.includes(removal)));
      return (await Promise.all([others, stored.then(() => sendRemovalBatch(changing))])).flat();
    },
    onRemoved(removed) {
      for (const { id, item } of removed) {
        if (item) dropItem(queryClient, id);
        else dropQuarantined(queryClient, id);
      }
      refreshCountsAndFirstPages(queryClient);
    },
    onFailed: (failed, error) => notifyRemovalFailed(failed, error, (retried) => removals.add(retried)),
    schedule(run) {
      const timer = setTimeout(run, UNDO_TIMEOUT_MS);
      return () => clearTimeout(timer);
    },
  });
  addEventListener('pagehide', () => void removals.sendNow(true));
  addEventListener('beforeunload', (event) => {
    if (!writer.isIdle || removals.size > UNLOAD_REMOVALS_MAX) event.preventDefault();
  });
  registerBusyCheck(queryClient, writer.isBusy);
  const conflicts = new Store<readonly Conflict[]>([]);
  return { writer, removals, conflicts, undos: new UndoStack<UndoStep>() };
}

/** Stores all changes and deletions of items, before this window loses its session. */
export async function storeChanges(queryClient: QueryClient): Promise<void> {
  const { writer, removals } = itemMutations(queryClient);
  await writer.idle();
  await removals.sendNow(false);
}

/** Deletes several items in one request; quarantined submissions and items without a version in one request each. */
async function sendRemovalBatch(removals: readonly ItemRemoval[]): Promise<readonly ItemRemoval[]> {
  const items = removals.filter((removal) => removal.item && removal.version !== undefined);
  if (items.length < 2) return sendSingleRemovals(removals);
  const versions = items.map(({ id, version }) => ({ id, version: version! }));
  const changed = await sendRemovals(versions);
  const others = removals.filter((removal) => !items.includes(removal));
  return [...items.filter(({ id }) => changed.includes(id)), ...(await sendSingleRemovals(others))];
}

async function sendSingleRemovals(removals: readonly ItemRemoval[]): Promise<readonly ItemRemoval[]> {
  const changed: ItemRemoval[] = [];
  const sent = removals.map(async (removal) => {
    try {
      if (!(await sendRemoval(removal))) changed.push(removal);
    } catch (error) {
      // Already deleted: count it as success.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  });
  await Promise.all(sent);
  return changed;
}

/** Returns false if someone has changed the item. One that only left the group of another deleted item is deleted. */
async function sendRemoval({ path, version, item }: Omit<ItemRemoval, 'id' | 'title'>): Promise<boolean> {
  const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
  try {
    await call('DELETE', path, { headers, keepalive: true });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    if (!item) return false;
    const stored = await rereadItem(item.id);
    const hasOnlyLeft =
      stored.duplicate_count <= item.duplicate_count && contentOf(stored) === contentOf(item);
    return hasOnlyLeft && sendRemoval({ path, version: stored.version, item });
  }
}

/** What a person has written or chosen, without what the group of duplicates adds up. */
const contentOf = (item: Item): string =>
  JSON.stringify({
    ...item,
    version: 0,
    updated_at: '',
    duplicate_count: 0,
    request_count: 0,
    request_value: 0,
    unconfirmed_votes: 0,
  });

/** Removals that can still be undone, by ID. */
export function useHiddenItems(): ReadonlyMap<string, ItemRemoval> {
  const { removals } = itemMutations(useQueryClient());
  return useSyncExternalStore(removals.subscribe, removals.snapshot);
}

/** The items that are not hidden. */
export function useVisible<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const hidden = useHiddenItems();
  return useMemo(() => items.filter(({ id }) => !hidden.has(id)), [items, hidden]);
}

/** Counts per status of the matching items, without hidden ones. */
export const useVisibleCounts = (params: CountParams): ItemCounts | undefined =>
  useWithoutHidden(useCounts(params).data, params);

/** As `useVisibleCounts`, of all items, however many. Can take seconds, and fail. */
export function useExactVisibleCounts(params: CountParams, enabled: boolean) {
  const { data, isLoading, isError, refetch } = useExactCounts(params, enabled);
  return { counts: useWithoutHidden(data, params), isLoading, isError, refetch };
}

function useWithoutHidden(counts: ItemCounts | undefined, params: CountParams): ItemCounts | undefined {
  const hidden = useHiddenItems();
  const me = useCachedSession()?.person.id;
  return useMemo(() => {
    const items = [...hidden.values()].flatMap(({ item }) => item ?? []);
    return counts && countsWithout(counts, items, params, me);
  }, [counts, hidden, params, me]);
}
