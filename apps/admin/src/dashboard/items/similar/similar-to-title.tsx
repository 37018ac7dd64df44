import { useId } from 'react';
import { t } from '../../../messages';
import { useItemsSimilarTo } from '../../api/items/similar-queries';
import { ItemLinks } from '../links/item-links';
import { useVisible } from '../mutations/item-mutations';
import itemStyles from '../items.module.css';
import styles from './similar.module.css';

interface Props {
  readonly title: string;
  onOpen(id: string): void;
}

/** Items that may already say what someone is typing. Shows nothing if there are none. */
export function SimilarToTitle({ title, onOpen }: Props) {
  const items = useVisible(useItemsSimilarTo(title));
  const heading = useId();
  return (
    <>
      <div role="status" className="visually-hidden">
        {items.length > 0 && t.items.similar.found(items.length)}
      </div>
      {items.length > 0 && (
        <section className={styles.dialog} aria-labelledby={heading}>
          <h3 id={heading} className={itemStyles.sectionTitle}>
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
