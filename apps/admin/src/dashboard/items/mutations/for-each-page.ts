import type { Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { ListParams } from '../../api/items/item-lists';
import { pagesOf } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { notify, notifyProgress } from '../notices';

const words = t.items.found;

/** What a list has, however much of it is on the screen. */
export interface Found {
  readonly params: Omit<ListParams, 'sort'>;
  /** As it was counted. */
  readonly total: number;
}

/**
 * Every page of what is found, the oldest items first, in which order no change moves an item; more than one page
 * shows its progress. False when it was stopped or has failed.
 */
export async function walk(
  title: string,
  { params, total }: Found,
  work: (page: readonly Item[]) => Promise<void>,
): Promise<boolean> {
  let isStopped = false;
  let done = 0;
  const progress = total > BATCH_MAX ? notifyProgress(title, () => void (isStopped = true)) : null;
  const stay = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', stay);
  try {
    progress?.show(words.done(done, total));
    for await (const page of pagesOf({ ...params, sort: 'created_at' })) {
      if (isStopped) return false;
      await work(page);
      done += page.length;
      progress?.show(words.done(done, total));
    }
    return true;
  } catch (error) {
    notify({ title: words.failed(done, total), text: errorMessage(error), isBad: true, stay: false });
    return false;
  } finally {
    removeEventListener('beforeunload', stay);
    progress?.close();
  }
}
