import type { Item } from '@libs/contract';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../../messages';
import { RelativeTime } from '../../../ui/time/relative-time';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { withParams } from '../filters/item-filter';
import styles from './item-links.module.css';

type LinkedItem = Pick<Item, 'id' | 'title' | 'status' | 'created_at'>;

interface Props<T extends LinkedItem> {
  readonly id?: string;
  readonly items: readonly T[];
  /** Called when a link opens an item on this page. */
  readonly onOpen?: (id: string, event: MouseEvent<HTMLElement>) => void;
  /** A button for an item. */
  readonly action?: (item: T) => ReactNode;
}

/** Links to items, each with its status and its date. */
export function ItemLinks<T extends LinkedItem>({ id, items, onOpen, action }: Props<T>) {
  return (
    <ul id={id}>
      {items.map((item) => (
        <li key={item.id} className={styles.row}>
          <StatusIcon status={item.status} />
          <div className={styles.text}>
            <div className={styles.title}>
              <ItemLink id={item.id} onOpen={onOpen}>
                {item.title}
              </ItemLink>
            </div>
            <div className={styles.facts}>
              {t.ui.statuses[item.status]} · <RelativeTime value={item.created_at} />
            </div>
          </div>
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}

interface LinkProps extends Pick<Props<LinkedItem>, 'onOpen'> {
  readonly id: string;
  readonly children: ReactNode;
}

/** Opens an item beside the list or the board. */
export function ItemLink({ id, onOpen = focusPanel, children }: LinkProps) {
  const [params] = useSearchParams();
  const open = (event: MouseEvent<HTMLElement>) => {
    // With these keys, another window opens it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    onOpen(id, event);
  };
  return (
    <Link
      to={{ search: `${withParams(params, { item: id, note: null })}` }}
      className={styles.link}
      onClick={open}
    >
      {children}
    </Link>
  );
}

/** The link disappears with its item, so the panel takes the focus. */
function focusPanel(_: string, { currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[data-panel]')?.focus();
}
