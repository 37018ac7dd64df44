import type { Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { ListParams } from '../../api/items/item-lists';
import { readPages } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { notify, notifyProgress } from '../notices';

const texts = t.items.matching;

/** All items of a list, loaded or not. */
export interface MatchingItems {
  readonly params: Omit<ListParams, 'sort'>;
  /** The count when the action started. */
  readonly total: number;
}

/**
 * Handles every page of matching items, oldest first, because changes don't move items in that order. Shows progress if
 * there is more than one page. Returns false if the user stopped it or it failed.
 */
export async function forEachPage(
  title: string,
  { params, total }: MatchingItems,
  handlePage: (page: readonly Item[]) => Promise<void>,
): Promise<boolean> {
  let isStopped = false;
  let count = 0;
  const progress = total > BATCH_MAX ? notifyProgress(title, () => void (isStopped = true)) : null;
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', preventUnload);
  try {
    progress?.show(texts.done(count, total));
    for await (const page of readPages({ ...params, sort: 'created_at' })) {
      if (isStopped) return false;
      await handlePage(page);
      count += page.length;
      progress?.show(texts.done(count, total));
    }
    return true;
  } catch (error) {
    notify({ title: texts.failed(count, total), text: errorMessage(error), isError: true, timeout: false });
    return false;
  } finally {
    removeEventListener('beforeunload', preventUnload);
    progress?.close();
  }
}
