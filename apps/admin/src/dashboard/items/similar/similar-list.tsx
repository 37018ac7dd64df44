import type { SimilarItem } from '@libs/contract';
import type { MouseEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../../messages';
import { RelativeTime } from '../../../ui/relative-time';
import { StatusIcon } from '../../../ui/status-icon';
import styles from './similar.module.css';

interface Props {
  readonly items: readonly SimilarItem[];
  /** Called when a link opens an item on this page. */
  onOpen(id: string, event: MouseEvent<HTMLElement>): void;
}

/** Links to items, each with its status and its date. A link opens the item beside the list or the board. */
export function SimilarList({ items, onOpen }: Props) {
  const [params] = useSearchParams();
  const searchFor = (id: string) => {
    const search = new URLSearchParams(params);
    search.set('item', id);
    return `?${search.toString()}`;
  };
  const open = (id: string, event: MouseEvent<HTMLElement>) => {
    // With these keys, another window opens it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    onOpen(id, event);
  };
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, status, created_at }) => (
        <li key={id} className={styles.row}>
          <StatusIcon status={status} />
          <div className={styles.text}>
            <div className={styles.title}>
              <Link to={searchFor(id)} onClick={(event) => open(id, event)}>
                {title}
              </Link>
            </div>
            <div className={styles.facts}>
              {t.ui.statuses[status]} · <RelativeTime value={created_at} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
