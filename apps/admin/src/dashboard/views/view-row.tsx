import type { View } from '@libs/contract';
import { VIEW_COUNT_MAX } from '@libs/feedback';
import { ActionIcon, Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2, Users } from 'lucide-react';
import { Link } from 'react-router';
import { useMayDo } from '../api/team/role';
import { t } from '../../messages';
import { MenuOnDemand } from '../../ui/on-demand/menu-on-demand';
import { toViewSearch } from './view-url';
import styles from './views.module.css';

const texts = t.views;

interface Props {
  readonly view: View;
  /** Undefined until it is loaded; null if there are too many items to count. */
  readonly count: number | null | undefined;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onNavigate: () => void;
  readonly onRename: () => void;
  readonly onShare: () => void;
  /** @param by the number of places, negative to move up */
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

/** A link to a view, and its menu. */
export function ViewRow({ view, count, isOpen, isFirst, isLast, ...on }: Props) {
  const mayChange = useMayDo('views.change');
  return (
    <li className={styles.row} data-view={view.id}>
      <Link
        to={{ pathname: '/inbox', search: toViewSearch(view).toString() }}
        className={styles.link}
        aria-current={isOpen ? 'page' : undefined}
        title={view.name}
        onClick={on.onNavigate}
      >
        <span className={`truncate ${styles.name}`}>{view.name}</span>
        {typeof count === 'number' && (
          <>
            <span className={styles.count} aria-hidden>
              {texts.count(count, VIEW_COUNT_MAX)}
            </span>
            <span className="visually-hidden">({texts.items(count, VIEW_COUNT_MAX)})</span>
          </>
        )}
      </Link>
      {mayChange && (
        <MenuOnDemand
          position="bottom-end"
          width={210}
          withinPortal={false}
          floatingStrategy="fixed"
          button={(props) => (
            <ActionIcon size={28} className={styles.menu} aria-label={texts.menu.open(view.name)} {...props}>
              <Ellipsis size={15} />
            </ActionIcon>
          )}
        >
          <Menu.Dropdown>
            <Menu.Item leftSection={<Pencil size={15} />} onClick={on.onRename}>
              {texts.menu.rename}
            </Menu.Item>
            <Menu.Item leftSection={<Users size={15} />} onClick={on.onShare}>
              {view.shared ? texts.menu.unshare : texts.menu.share}
            </Menu.Item>
            <Menu.Item leftSection={<ArrowUp size={15} />} disabled={isFirst} onClick={() => on.onMove(-1)}>
              {texts.menu.up}
            </Menu.Item>
            <Menu.Item leftSection={<ArrowDown size={15} />} disabled={isLast} onClick={() => on.onMove(1)}>
              {texts.menu.down}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Trash2 size={15} />} onClick={on.onRemove}>
              {texts.menu.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </MenuOnDemand>
      )}
    </li>
  );
}
