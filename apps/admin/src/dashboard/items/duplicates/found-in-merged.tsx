import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { isFoundByDuplicate } from '../../api/items/item-lists';
import type { ItemFilter } from '../filters/item-filter';
import styles from './duplicates.module.css';

interface Props {
  readonly item: Item;
  readonly filter: Pick<ItemFilter, 'q'> & Partial<Pick<ItemFilter, 'sender'>>;
}

/** Says why an item is in a list if only its duplicates match the search or the submitter. */
export function FoundInMerged({ item, filter: { q, sender } }: Props) {
  if (!isFoundByDuplicate(item, { q, submitter_email: sender ?? undefined })) return null;
  return <span className={styles.found}>{t.duplicates.foundInMerged}</span>;
}
