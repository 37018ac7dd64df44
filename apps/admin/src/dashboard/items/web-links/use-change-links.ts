import type { Item } from '@libs/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { cachedItem, refreshCountsAndFirstPages, showItem } from '../../api/items/item-cache';
import { rereadItem, sendChange } from '../../api/items/item-queries';
import { ApiError } from '../../api/requests/client';
import { offerUndo } from '../mutations/undo';
import { notify } from '../notices';
import { adding, linkName, removing, type LinksChange, type PlacedLink } from './link-edits';

const texts = t.links;

/** Attempts before giving up on an item that others keep changing. */
const ATTEMPTS = 3;

export function useChangeLinks({ id }: Pick<Item, 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: (change: LinksChange) => changeLinks(queryClient, id, change) });
}

/** Changes the links of an item, and none that someone else has changed in the meantime. */
async function changeLinks(queryClient: QueryClient, id: string, change: LinksChange): Promise<void> {
  let item = cachedItem(queryClient, id) ?? (await rereadItem(id));
  for (let attempt = 1; ; attempt++) {
    try {
      showItem(queryClient, await sendChange(item, { links: change(item.links) }));
      return refreshCountsAndFirstPages(queryClient);
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412;
      if (!isStale || attempt === ATTEMPTS) throw error;
      item = await rereadItem(id);
    }
  }
}

/** Removes a link, and offers to undo that. */
export function useRemoveLink({ id }: Pick<Item, 'id'>) {
  const queryClient = useQueryClient();
  const run = (change: LinksChange, onDone: () => void) =>
    changeLinks(queryClient, id, change).then(
      onDone,
      (error: Error) =>
        void notify({ title: texts.changeFailed, text: errorMessage(error), isError: true, timeout: 10_000 }),
    );
  return ({ link, at }: PlacedLink) => {
    const name = linkName(link);
    const undo = () => void run(adding(link, at), () => void notify({ text: texts.remove.undone(name) }));
    const offer = () => offerUndo(queryClient, { text: texts.remove.done(name), undo, replacesLast: true });
    void run(removing(link), offer);
  };
}
