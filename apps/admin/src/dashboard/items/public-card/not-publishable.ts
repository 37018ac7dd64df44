import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { notifyIfReadOnly } from '../duplicates/read-only';
import { notify } from '../notices';

/** If none of the items can be published, or its card changed, reports that and returns true. */
export function notifyIfNotPublishable(items: readonly Item[]): boolean {
  if (notifyIfReadOnly(items)) return true;
  // The card of a single item can be changed.
  const isPublishable = items.length === 1 || items.some((item) => !item.public && item.merged_into === null);
  if (!isPublishable) notify({ id: 'not-publishable', text: t.publicCard.nothing });
  return !isPublishable;
}
