import type { Status } from '@libs/contract';
import { t } from '../../../messages';
import { StatusIcon } from '../../../ui/badges/status-icon';
import styles from './activity.module.css';

/** A status in a sentence. */
export function StatusName({ status }: { readonly status: Status }) {
  return (
    <span className={styles.status}>
      <StatusIcon status={status} />
      {t.ui.statuses[status] ?? status}
    </span>
  );
}
