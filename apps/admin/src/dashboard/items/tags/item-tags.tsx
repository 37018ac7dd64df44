import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { useMayDo } from '../../api/team/role';
import { TagDialog } from '../dialogs';
import { useItemActions } from '../mutations/use-item-actions';
import { TagLinks } from './tag-pills';
import styles from './tags.module.css';

/** The tags of an item, with a button to change them. */
export function ItemTags({ item }: { readonly item: Item }) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.list}>
      {item.tags.length > 0 && <TagLinks names={item.tags} />}
      {item.merged_into === null && mayChange && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {item.tags.length > 0 ? t.tags.edit : t.tags.add}
        </Button>
      )}
      {isOpen && (
        <TagDialog
          items={[item]}
          count={1}
          onEdit={(change) => edit([item], change)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
