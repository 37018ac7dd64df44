import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { formatDateTime } from '../../../ui/format-time';
import { StatusIcon } from '../../../ui/status-icon';
import styles from './item-option.module.css';

/** Two lines show no more. */
const DESCRIPTION_MAX = 140;

interface Props {
  readonly item: Pick<Item, 'title' | 'status' | 'created_at' | 'submitter_email' | 'description'>;
}

/** An item in a list of options, with what tells it apart from others with the same title. */
export function ItemOption({ item }: Props) {
  const { title, status, created_at: at, submitter_email: email, description } = item;
  return (
    <span className={styles.item}>
      <StatusIcon status={status} size={16} />
      <span className="visually-hidden">{t.ui.statuses[status]}: </span>
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          {[formatDateTime(at), email, description?.slice(0, DESCRIPTION_MAX)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  );
}
