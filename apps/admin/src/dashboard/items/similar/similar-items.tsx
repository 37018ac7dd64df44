import type { Item } from '@libs/contract';
import { useId, type MouseEvent } from 'react';
import { t } from '../../../messages';
import { useSimilarItems } from '../../api/items/similar-queries';
import { useHiddenItems } from '../mutations/item-mutations';
import { SimilarList } from './similar-list';
import styles from './similar.module.css';

/** Items that may be duplicates of an item. Shows nothing if there are none. */
export function SimilarItems({ item }: { readonly item: Item }) {
  const hidden = useHiddenItems();
  const items = useSimilarItems(item.id, item.title).filter(({ id }) => !hidden.has(id));
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t.items.similar.title}
      </h2>
      <SimilarList items={items} onOpen={focusPanel} />
    </section>
  );
}

/** The link disappears with its item, so the panel takes the focus. */
function focusPanel(_: string, { currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[data-panel]')?.focus();
}
