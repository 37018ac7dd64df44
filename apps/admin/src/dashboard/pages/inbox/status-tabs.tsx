import type { ItemCounts, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { memo, startTransition, useOptimistic } from 'react';
import { Link, useSearchParams } from 'react-router';
import { countOf } from '../../api/items/item-counts';
import { t } from '../../../messages';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { writeInboxState, type InboxState } from './inbox-state';
import styles from './inbox.module.css';

interface Props {
  readonly state: InboxState;
  readonly counts: ItemCounts | undefined;
  readonly onChoose: (change: { readonly status: Status | null }) => void;
}

/** Links to the list of each status, so that it can be bookmarked and shared. Counts appear when loaded. */
export const StatusTabs = memo(function StatusTabs({ state, counts, onChoose }: Props) {
  const [params] = useSearchParams();
  // Until the list is rendered.
  const [current, setCurrent] = useOptimistic(state.status);
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
            startTransition(() => setCurrent(status));
            onChoose({ status });
          }}
        >
          {status && <StatusIcon status={status} size={14} />}
          {status ? t.ui.statuses[status] : t.inbox.all}
          <span className={styles.count}>{counts && t.inbox.count(countOf(counts, status))}</span>
        </Link>
      ))}
    </nav>
  );
});
