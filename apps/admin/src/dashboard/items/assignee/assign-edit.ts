import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import type { ItemEdit } from '../mutations/item-edits';

const texts = t.assignee;

/** @param assignee null for no one */
export function assignEdit(assignee: Item['assignee']): ItemEdit {
  const id = assignee?.id ?? null;
  const name = assignee?.name ?? null;
  const isAssigned = (item: Item) => (item.assignee?.id ?? null) === id;
  return {
    of: (item) => (isAssigned(item) ? null : { update: { assignee_id: id }, shown: { assignee } }),
    revert: (before, current) => (isAssigned(current) ? { assignee_id: before.assignee?.id ?? null } : null),
    changed: { assignee: id ?? 'none' },
    texts: {
      doing: (count) => texts.doing(name, count),
      done: (count) => texts.done(name, count),
      undone: texts.undone,
      notUndone: texts.notUndone,
    },
  };
}
