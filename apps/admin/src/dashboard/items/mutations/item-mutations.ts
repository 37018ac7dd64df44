import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Item, ItemCounts } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import { ApiError, call } from '../../api/client';
import type { Conflict } from '../../api/items/item-conflict';
import { countsWithout, type CountParams } from '../../api/items/item-lists';
import { ItemWriter } from '../../api/items/item-writer';
import {
  dropItem,
  refreshFigures,
  rereadItem,
  sendChange,
  sendRemovals,
  showItem,
  useCounts,
  whoIsBusy,
} from '../../api/items/item-queries';
import { PendingRemovals, type Removal } from '../../api/items/pending-removals';
import { dropQuarantined } from '../../api/quarantine';
import { removalFailed } from '../notices';
import { Store } from '../store';
import { UndoStack } from './undo-stack';

/** How long a deletion can be undone. */
export const UNDO_MS = 6_000;
/** So many removals a browser still sends from a page that is left: 64 KB in all. */
const LEAVING_MAX = 900;

/** A step back, with how to close its notice. */
export interface Step {
  run(): void;
  close(): void;
}

export interface ItemRemoval extends Removal {
  readonly title: string;
  /** Absent for an entry of the quarantine. */
  readonly item?: Item;
}

/** Everything about items that is under way in this window: it outlives the page that began it. */
export interface ItemMutations {
  readonly writer: ItemWriter;
  readonly removals: PendingRemovals<ItemRemoval>;
  /** The items of a batch that is on its way. */
  readonly inBatch: Set<string>;
  /** Questions nobody has answered yet, oldest first. */
  readonly conflicts: Store<readonly Conflict[]>;
  readonly undos: UndoStack<Step>;
}

const desks = new WeakMap<QueryClient, ItemMutations>();

export function deskOf(client: QueryClient): ItemMutations {
  const desk = desks.get(client) ?? makeDesk(client);
  desks.set(client, desk);
  return desk;
}

function makeDesk(client: QueryClient): ItemMutations {
  const writer = new ItemWriter({
    send: sendChange,
    read: rereadItem,
    isStale: (error) => error instanceof ApiError && error.status === 412,
    show: (item) => showItem(client, item),
  });
  const removals = new PendingRemovals<ItemRemoval>({
    batch: BATCH_MAX,
    send: sendAll,
    onRemoved(removed) {
      for (const { id, item } of removed) {
        if (item) dropItem(client, id);
        else dropQuarantined(client, id);
      }
      refreshFigures(client);
    },
    onFailed: (failed, error) => removalFailed(failed, error, (again) => removals.add(again)),
    later(run) {
      const timer = setTimeout(run, UNDO_MS);
      return () => clearTimeout(timer);
    },
  });
  addEventListener('pagehide', () => void removals.sendNow(true));
  addEventListener('beforeunload', (event) => removals.size > LEAVING_MAX && event.preventDefault());
  const inBatch = new Set<string>();
  whoIsBusy(client, (id) => writer.isBusy(id) || inBatch.has(id));
  const conflicts = new Store<readonly Conflict[]>([]);
  return { writer, removals, inBatch, conflicts, undos: new UndoStack<Step>() };
}

/** Several items are one request; whatever has no version, and an entry of the quarantine, one each. */
async function sendAll(removals: readonly ItemRemoval[], leaving: boolean): Promise<readonly ItemRemoval[]> {
  const items = removals.filter((removal) => removal.item && removal.version !== undefined);
  if (items.length < 2) return sendEach(removals, leaving);
  const versions = items.map(({ id, version }) => ({ id, version: version! }));
  const changed = await sendRemovals(versions, leaving);
  const rest = removals.filter((removal) => !items.includes(removal));
  return [...items.filter(({ id }) => changed.includes(id)), ...(await sendEach(rest, leaving))];
}

async function sendEach(removals: readonly ItemRemoval[], leaving: boolean): Promise<readonly ItemRemoval[]> {
  const changed: ItemRemoval[] = [];
  const sent = removals.map(async (removal) => {
    const { path, version } = removal;
    const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
    try {
      await call('DELETE', path, { headers, keepalive: leaving });
    } catch (error) {
      const { status } = error as Partial<ApiError>;
      if (status === 412) changed.push(removal);
      // Somebody else has deleted it: that is what was wanted.
      else if (status !== 404) throw error;
    }
  });
  await Promise.all(sent);
  return changed;
}

/** What has left the screen but may still come back, by id. */
export function useHidden(): ReadonlyMap<string, ItemRemoval> {
  const { removals } = deskOf(useQueryClient());
  return useSyncExternalStore(removals.subscribe, removals.snapshot);
}

/** Items per status among those that pass, without what has left the screen. */
export function useShownCounts(params: CountParams): ItemCounts | undefined {
  const counts = useCounts(params).data;
  const hidden = useHidden();
  return useMemo(() => {
    const items = [...hidden.values()].flatMap(({ item }) => item ?? []);
    return counts && countsWithout(counts, items, params);
  }, [counts, hidden, params]);
}
