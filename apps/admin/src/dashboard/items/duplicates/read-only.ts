import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { notify } from '../notices';

/** If all of the items are merged, reports that they can't be edited (items.md 11), and returns true. */
export function notifyIfReadOnly(items: readonly Item[]): boolean {
  const isReadOnly = items.length > 0 && items.every(({ merged_into: target }) => target !== null);
  if (isReadOnly) notify({ id: 'read-only', text: t.duplicates.readOnlyNotice });
  return isReadOnly;
}
