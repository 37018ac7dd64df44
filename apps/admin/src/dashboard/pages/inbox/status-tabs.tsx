import type { ItemCounts, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../../messages';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { writeInboxState } from './inbox-state';
import styles from './inbox.module.css';

interface Props {
  readonly current: Status | null;
  readonly counts: ItemCounts | undefined;
  onChoose(status: Status | null): void;
}

/** Links to the list of each status, so that it can be bookmarked and shared. Counts appear when loaded. */
export function StatusTabs({ current, counts, onChoose }: Props) {
  const [params] = useSearchParams();
  const all = counts && STATUSES.reduce((sum, status) => sum + counts[status], 0);
  return (
    <nav aria-label={t.inbox.filter} className={styles.tabs}>
      {[null, ...STATUSES].map((status) => (
        <Link
          key={status ?? 'all'}
          className={styles.tab}
          to={{ search: writeInboxState(params, { status }).toString() }}
          aria-current={status === current ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChoose(status);
          }}
        >
          {status && <StatusIcon status={status} size={14} />}
          {status ? t.ui.statuses[status] : t.inbox.all}
          <span className={styles.count}>
            {(status ? counts?.[status] : all)?.toLocaleString('en') ?? ''}
          </span>
        </Link>
      ))}
    </nav>
  );
}
