import type { Item } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { announce } from '../announcer';
import { itemMutations, type ItemRemoval } from './item-mutations';
import { offerUndo } from './undo';

/** The removal of the version on the screen, with changes of this window that are not stored yet. */
export function toRemoval(queryClient: QueryClient, item: Item): ItemRemoval {
  const { id, version, title } = item;
  const removal = { id, path: `feedback/${id}`, version, title, item };
  const { writer } = itemMutations(queryClient);
  void writer.afterChanges(id)?.then((stored) => (removal.version = stored?.version ?? version));
  return removal;
}

/** Hides the items immediately, and offers undo until they are deleted. */
export function removeWithUndo(queryClient: QueryClient, items: readonly ItemRemoval[]): void {
  const [first] = items;
  if (!first) return;
  const { removals } = itemMutations(queryClient);
  const undo = removals.add(items);
  offerUndo(queryClient, {
    text: items.length === 1 ? t.items.removed(first.title) : t.items.removedMany(items.length),
    undo: () => undo() && announce(t.items.restored),
    expires: true,
  });
}
