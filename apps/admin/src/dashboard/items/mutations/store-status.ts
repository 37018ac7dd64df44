import type { Item, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import { cachedItem, dropItem, refreshFigures, sendStatus, showItem } from '../../api/items/item-queries';
import { patiently } from '../../api/query-client';
import { t } from '../../../messages';
import { notify } from '../notices';
import { offerUndo } from './undo';
import { walk } from './for-each-page';

/**
 * Stores a status of many items, without a look at the screen; what somebody else has deleted is left out.
 * @param items at most `BATCH_MAX`
 */
export async function storeStatus(
  client: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  if (!items.length) return [];
  const ids = items.map(({ id }) => id);
  try {
    return await patiently(() => sendStatus(ids, status));
  } catch (error) {
    const gone = goneOf(items, error);
    if (!gone.length) throw error;
    gone.forEach(({ id }) => dropItem(client, id));
    notify({ text: t.items.someGone(gone.length), isBad: true, stay: 10_000 });
    const rest = items.filter((item) => !gone.includes(item));
    return storeStatus(client, rest, status);
  }
}

function goneOf(items: readonly Item[], error: unknown): readonly Item[] {
  if (!(error instanceof ApiError) || error.status !== 404) return [];
  return items.filter((_, at) => error.fields[`updates[${at}].id`]);
}

/** Shows it where a list has come as far as it: the rest is read when somebody scrolls there. */
export function showKnown(client: QueryClient, item: Item): void {
  if (cachedItem(client, item.id)) showItem(client, item);
}

/** Items that were given one status, and what each had before. */
export class MovedItems {
  private readonly before = new Map<string, Status>();
  /** The service's time of the first change. */
  private since: string | undefined;

  constructor(private readonly status: Status) {}

  get size(): number {
    return this.before.size;
  }

  add(before: readonly Item[], stored: readonly Item[]): void {
    const from = new Map(before.map(({ id, status }) => [id, status]));
    for (const { id, updated_at: at } of stored) {
      this.before.set(id, from.get(id)!);
      if (this.since === undefined || at < this.since) this.since = at;
    }
  }

  offerUndo(client: QueryClient): void {
    offerUndo(client, {
      text: t.items.movedMany(this.size, t.ui.statuses[this.status]),
      undo: () => void this.moveBack(client),
    });
  }

  /** To the status each had before, if it still has the one it was given: so each is read again. */
  private async moveBack(client: QueryClient): Promise<void> {
    const total = this.size;
    const found = { params: { status: this.status, updated_after: this.since }, total };
    const isWhole = await walk(t.items.found.movingBack(total), found, async (page) => {
      for (const from of STATUSES) {
        const group = page.filter(({ id }) => this.before.get(id) === from);
        for (const item of await storeStatus(client, group, from)) {
          showKnown(client, item);
          this.before.delete(item.id);
        }
      }
    });
    refreshFigures(client);
    if (this.size < total) notify({ text: t.items.movedBack(total - this.size) });
    if (!this.size) return;
    if (isWhole) notify({ text: t.items.notMovedBack(this.size) });
    else this.offerUndo(client);
  }
}
