import type { Item } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { refreshCountsAndFirstPages, withOwnChanges } from '../../api/items/item-cache';
import { refreshOtherItems } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { announce } from '../announcer';
import type { ItemEdit } from './item-edits';
import { itemMutations, type ItemRemoval } from './item-mutations';
import { toRemoval, removeWithUndo } from './removals';
import { StoredEdits, storeEdit } from './stored-edits';
import { forEachPage, type MatchingItems } from './for-each-page';

const texts = t.items.matching;

const running = new WeakMap<QueryClient, Promise<void>>();

/** Changes all matching items, page by page, after earlier such changes, and offers undo. */
export function editMatching(
  queryClient: QueryClient,
  matching: MatchingItems,
  edit: ItemEdit,
): Promise<void> {
  const run = () => editPages(queryClient, matching, edit);
  const last = running.get(queryClient)?.then(run) ?? run();
  running.set(queryClient, last);
  return last;
}

async function editPages(queryClient: QueryClient, matching: MatchingItems, edit: ItemEdit): Promise<void> {
  const edits = new StoredEdits(edit);
  let found = 0;
  const isComplete = await forEachCountedPage(
    queryClient,
    edit.texts.doing(matching.total),
    matching,
    async (page) => {
      found += page.length;
      const items = page.map((item) => withOwnChanges(queryClient, item));
      edits.add(await storeEdit(queryClient, items, edit));
    },
  );
  refreshCountsAndFirstPages(queryClient);
  void refreshOtherItems(queryClient, edit.others?.([]));
  if (edits.size) edits.offerUndo(queryClient);
  else if (isComplete) announce(edit.texts.done(found));
}

/** Handles the items that were counted: skips hidden items, and newer items, which come last. */
function forEachCountedPage(
  queryClient: QueryClient,
  title: string,
  matching: MatchingItems,
  handlePage: (page: readonly Item[]) => Promise<void>,
) {
  const { removals } = itemMutations(queryClient);
  let remaining = matching.total;
  return forEachPage(title, matching, (page) => {
    const counted = page.filter(({ id }) => !removals.isHidden(id)).slice(0, remaining);
    remaining -= counted.length;
    return handlePage(counted);
  });
}

/** Hides all matching items, and deletes them when the time to undo has passed. */
export async function removeMatching(queryClient: QueryClient, matching: MatchingItems): Promise<void> {
  const itemRemovals: ItemRemoval[] = [];
  const isComplete = await forEachCountedPage(
    queryClient,
    texts.finding(matching.total),
    matching,
    async (page) => {
      // Keep the search text instead of long descriptions, so that counts still match the item.
      const description = matching.params.q ?? null;
      itemRemovals.push(...page.map((item) => toRemoval(queryClient, { ...item, description })));
    },
  );
  if (isComplete) removeWithUndo(queryClient, itemRemovals);
}
