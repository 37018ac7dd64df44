import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { formatDateTime } from '../../../ui/time/format-time';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { isFoundByDuplicate } from '../../api/items/item-lists';
import styles from './item-option.module.css';

/** Two lines show no more. */
const DESCRIPTION_MAX = 140;

interface Props {
  readonly item: Omit<Item, 'version'>;
  /** The search that found it. */
  readonly q?: string;
}

/** An item in a list of options, with details that distinguish items with the same title. */
export function ItemOption({ item, q }: Props) {
  const reason = isFoundByDuplicate(item, { q }) && t.duplicates.foundInMerged;
  const { title, status, created_at: at, submitter_email: email, description } = item;
  return (
    <span className={styles.item}>
      <StatusIcon status={status} size={16} />
      <span className="visually-hidden">{t.ui.statuses[status]}: </span>
      <span className={styles.texts}>
        <span className="truncate">{title}</span>
        <span className={styles.facts}>
          {[reason, formatDateTime(at), email, description?.slice(0, DESCRIPTION_MAX)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </span>
  );
}
