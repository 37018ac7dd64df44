import type { Item } from '@libs/contract';
import { Group } from '@mantine/core';
import { t } from '../../../messages';
import { useMayDo } from '../../api/team/role';
import { TagDialog } from '../dialogs/item-dialogs';
import { ItemDialogButton } from '../dialogs/item-dialog-button';
import { TagLinks } from './tag-pills';

/** The tags of an item, with a button to change them. */
export function ItemTags({ item }: { readonly item: Item }) {
  const mayChange = useMayDo('items.change');
  return (
    <Group gap={4}>
      {item.tags.length > 0 && <TagLinks names={item.tags} />}
      {item.merged_into === null && mayChange && (
        <ItemDialogButton item={item} Dialog={TagDialog}>
          {item.tags.length > 0 ? t.tags.edit : t.tags.add}
        </ItemDialogButton>
      )}
    </Group>
  );
}
