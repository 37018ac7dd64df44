import type { Item } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { t } from '../../../messages';
import { useMayDo } from '../../api/team/role';
import { MergeDialog } from '../dialogs/item-dialogs';
import { ItemDialogButton } from '../dialogs/item-dialog-button';
import styles from '../items.module.css';
import { DUPLICATES_ID } from './item-duplicates';

/** The number of duplicates of an item, with a button to merge it. */
export function DuplicatesFact({ item }: { readonly item: Item }) {
  const mayChange = useMayDo('items.change');
  return (
    <Group gap="xs">
      {item.duplicate_count > 0 ? (
        <Button size="compact-xs" variant="subtle" onClick={showDuplicates}>
          {t.duplicates.list(item.duplicate_count)}
        </Button>
      ) : (
        <span className={styles.dimmed}>{t.duplicates.none}</span>
      )}
      {mayChange && (
        <ItemDialogButton item={item} Dialog={MergeDialog}>
          {t.duplicates.open}
        </ItemDialogButton>
      )}
    </Group>
  );
}

/** Scrolls to the list of duplicates, which is at the end of the panel. */
function showDuplicates(): void {
  document.getElementById(DUPLICATES_ID)?.focus({ preventScroll: true });
  document.getElementById(DUPLICATES_ID)?.scrollIntoView({ block: 'start' });
}
