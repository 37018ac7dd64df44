import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../../messages';
import { useSimilarItems } from '../../api/items/similar-queries';
import { focusNextRow } from '../duplicates/focus-next-row';
import { useMergeInto } from '../duplicates/use-merge-into';
import { ItemLinks } from '../links/item-links';
import { useHiddenItems } from '../mutations/item-mutations';
import styles from './similar.module.css';

/** Items that may be duplicates of an item, each with a button to merge it. Shows nothing if there are none. */
export function SimilarItems({ item }: { readonly item: Item }) {
  const hidden = useHiddenItems();
  const items = useSimilarItems(item).filter(({ id }) => !hidden.has(id));
  const merge = useMergeInto(item);
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t.items.similar.title}
      </h2>
      <ItemLinks
        items={items}
        action={({ id, title }) => (
          <Button
            size="compact-xs"
            variant="default"
            flex="none"
            aria-label={t.duplicates.mergeItem(title)}
            onClick={({ currentTarget }) => (focusNextRow(currentTarget), void merge(id))}
          >
            {t.duplicates.button}
          </Button>
        )}
      />
    </section>
  );
}
