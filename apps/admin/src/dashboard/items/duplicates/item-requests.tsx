import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { useMayDo } from '../../api/team/role';
import { MergeDialog } from '../dialogs';
import { useItemActions } from '../mutations/use-item-actions';
import styles from './duplicates.module.css';
import { DUPLICATES_ID } from './item-duplicates';

/** The number of requests for an item, with a button to merge it. */
export function ItemRequests({ item }: { readonly item: Item }) {
  const { edit } = useItemActions();
  const mayChange = useMayDo('items.change');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.itemRequests}>
      {item.request_count.toLocaleString('en')}
      {item.duplicate_count > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={showDuplicates}>
          {t.duplicates.list(item.duplicate_count)}
        </Button>
      )}
      {mayChange && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {t.duplicates.open}
        </Button>
      )}
      {isOpen && (
        <MergeDialog
          items={[item]}
          count={1}
          onEdit={(change) => edit([item], change)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Scrolls to the list of duplicates, which is at the end of the panel. */
function showDuplicates(): void {
  document.getElementById(DUPLICATES_ID)?.focus({ preventScroll: true });
  document.getElementById(DUPLICATES_ID)?.scrollIntoView({ block: 'start' });
}
