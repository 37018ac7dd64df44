import type { Item } from '@libs/contract';
import { Users } from 'lucide-react';
import { t } from '../../../messages';
import styles from './duplicates.module.css';

/** The number of requests for an item, in a list; nothing without duplicates. */
export function RequestCount({ item }: { readonly item: Pick<Item, 'duplicate_count' | 'request_count'> }) {
  if (item.duplicate_count === 0) return null;
  const label = t.duplicates.requests(item.request_count);
  return (
    <span className={styles.requests} role="img" aria-label={label} title={label}>
      <Users size={13} />
      {item.request_count.toLocaleString('en')}
    </span>
  );
}
