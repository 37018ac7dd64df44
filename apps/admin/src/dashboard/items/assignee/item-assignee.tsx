import type { Item } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';
import { useMayDo } from '../../api/team/role';
import { AssigneeDialog } from '../dialogs';
import { useItemActions } from '../mutations/use-item-actions';

/** The member who works on an item, with a button to change it. */
export function ItemAssignee({ item }: { readonly item: Item }) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const [isOpen, setOpen] = useState(false);
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
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {assignee ? t.assignee.change : t.assignee.assign}
        </Button>
      )}
      {isOpen && (
        <AssigneeDialog
          items={[item]}
          count={1}
          onEdit={(change) => edit([item], change)}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}
