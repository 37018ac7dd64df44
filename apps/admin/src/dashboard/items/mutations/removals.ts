import type { Item } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { announce } from '../announcer';
import { deskOf, type ItemRemoval } from './item-mutations';
import { offerUndo } from './undo';

export const removalOf = (item: Item): ItemRemoval => ({
  id: item.id,
  path: `feedback/${item.id}`,
  version: item.version,
  title: item.title,
  item,
});

/** Hides them at once, and offers to bring them back for as long as that is possible. */
export function removeAll(client: QueryClient, all: readonly ItemRemoval[]): void {
  const [first] = all;
  if (!first) return;
  const { removals } = deskOf(client);
  const undo = removals.add(all);
  offerUndo(client, {
    text: all.length === 1 ? t.items.removed(first.title) : t.items.removedMany(all.length),
    undo: () => undo() && announce(t.items.restored),
    isBrief: true,
  });
}
