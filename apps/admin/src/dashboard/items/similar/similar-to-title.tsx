import { useId } from 'react';
import { t } from '../../../messages';
import { useItemsSimilarTo } from '../../api/items/similar-queries';
import { ItemLinks } from '../links/item-links';
import { useHiddenItems } from '../mutations/item-mutations';
import styles from './similar.module.css';

interface Props {
  readonly title: string;
  onOpen(id: string): void;
}

/** Items that may already say what someone is typing. Shows nothing if there are none. */
export function SimilarToTitle({ title, onOpen }: Props) {
  const hidden = useHiddenItems();
  const items = useItemsSimilarTo(title).filter(({ id }) => !hidden.has(id));
  const heading = useId();
  return (
    <>
      <div role="status" className="visually-hidden">
        {items.length > 0 && t.items.similar.found(items.length)}
      </div>
      {items.length > 0 && (
        <section className={styles.dialog} aria-labelledby={heading}>
          <h3 id={heading} className={styles.heading}>
            {t.items.similar.title}
          </h3>
          <ItemLinks
            items={items}
            onOpen={(id, event) => {
              event.preventDefault();
              onOpen(id);
            }}
          />
        </section>
      )}
    </>
  );
}
