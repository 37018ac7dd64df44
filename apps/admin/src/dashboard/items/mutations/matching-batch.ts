import type { Item, Status } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { refreshFigures } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { announce } from '../announcer';
import { deskOf, type ItemRemoval } from './item-mutations';
import { removalOf, removeAll } from './removals';
import { MovedItems, showKnown, storeStatus } from './store-status';
import { walk, type Found } from './for-each-page';

const words = t.items.found;

/** Gives everything that was found a status, page after page, and offers to take it back. */
export async function setStatusOfFound(client: QueryClient, found: Found, status: Status): Promise<void> {
  const moved = new MovedItems(status);
  const name = t.ui.statuses[status];
  const isWhole = await walkCounted(client, words.moving(found.total, name), found, async (page) => {
    const moving = page.filter((item) => item.status !== status);
    const stored = await storeStatus(client, moving, status);
    moved.add(moving, stored);
    stored.forEach((item) => showKnown(client, item));
  });
  refreshFigures(client);
  if (moved.size) moved.offerUndo(client);
  else if (isWhole) announce(t.items.movedMany(found.total, name));
}

/** What was counted: without what waits to be deleted, and without the items that arrived since, which come last. */
function walkCounted(
  client: QueryClient,
  title: string,
  found: Found,
  work: (page: readonly Item[]) => Promise<void>,
) {
  const { removals } = deskOf(client);
  let left = found.total;
  return walk(title, found, (page) => {
    const counted = page.filter(({ id }) => !removals.isHidden(id)).slice(0, left);
    left -= counted.length;
    return work(counted);
  });
}

/** Takes everything that was found off the screen, and deletes it when the time to undo it has passed. */
export async function removeFound(client: QueryClient, found: Found): Promise<void> {
  const all: ItemRemoval[] = [];
  const isWhole = await walkCounted(client, words.finding(found.total), found, async (page) => {
    // Descriptions are long: in their place is what was searched for, by which counts find the item.
    const description = found.params.q ?? null;
    all.push(...page.map((item) => removalOf({ ...item, description })));
  });
  if (isWhole) removeAll(client, all);
}
