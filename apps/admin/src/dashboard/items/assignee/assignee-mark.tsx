import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';

/** The assignee of an item in a list, if there is one. */
export function AssigneeMark({ item: { assignee } }: { readonly item: Pick<Item, 'assignee'> }) {
  if (!assignee) return null;
  const text = t.assignee.assignedTo(assignee.name);
  return (
    <span title={text}>
      <Avatar name={assignee.name} size={18} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
