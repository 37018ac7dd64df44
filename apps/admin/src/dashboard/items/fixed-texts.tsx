import type { Item } from '@libs/contract';
import styles from './items.module.css';
import { LinkedText } from './links/linked-text';

/** The texts of an item that can't be edited. */
export function FixedTexts({ item: { title, description } }: { readonly item: Item }) {
  return (
    <>
      <h2 className={styles.fixedTitle}>{title}</h2>
      {description && (
        <div className={styles.descriptionText}>
          <LinkedText text={description} />
        </div>
      )}
    </>
  );
}
