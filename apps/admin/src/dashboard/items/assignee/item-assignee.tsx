import type { Item } from '@libs/contract';
import { Group } from '@mantine/core';
import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';
import { useMayDo } from '../../api/team/role';
import { AssigneeDialog } from '../dialogs/item-dialogs';
import { ItemDialogButton } from '../dialogs/item-dialog-button';

/** The member who works on an item, with a button to change it. */
export function ItemAssignee({ item }: { readonly item: Item }) {
  const mayChange = useMayDo('items.change');
  const { assignee } = item;
  return (
    <Group gap="xs">
      {assignee && (
        <>
          <Avatar name={assignee.name} size={20} />
          {assignee.name}
        </>
      )}
      {item.merged_into === null && mayChange && (
        <ItemDialogButton item={item} Dialog={AssigneeDialog}>
          {assignee ? t.assignee.change : t.assignee.assign}
        </ItemDialogButton>
      )}
    </Group>
  );
}
