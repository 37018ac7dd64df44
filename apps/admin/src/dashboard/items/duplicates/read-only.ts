import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { notify } from '../notices';

/** Says that merged items can't be edited, if there are no others (items.md 11). Returns whether it did. */
export function notifyIfReadOnly(items: readonly Item[]): boolean {
  const isReadOnly = items.length > 0 && items.every(({ merged_into: target }) => target !== null);
  if (isReadOnly) notify({ id: 'read-only', text: t.duplicates.readOnlyNotice });
  return isReadOnly;
}
