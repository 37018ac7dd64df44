import type { SessionInfo } from '@libs/contract';
import {
  ChartNoAxesColumn,
  Code2,
  Columns3,
  Ellipsis,
  Inbox,
  ListChecks,
  Settings,
  ShieldAlert,
  SquarePen,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router';
import { useCounts } from '../api/items/item-queries';
import { allDone, useFirstSteps } from '../api/session';
import { t } from '../../messages';
import { lastPageUrl } from '../../ui/last-page-url';
import { useCommands, useShortcut } from '../../ui/shortcuts/shortcuts';
import { NotificationBell } from '../notifications/notification-bell';
import { useOpenView } from '../views/use-open-view';
import { ViewsSection } from '../views/views-section';
import styles from './navigation.module.css';
import { UserMenu } from './user-menu';

interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The second key, after `g`. */
  readonly letter: string;
  /** On a phone: in the bottom bar or under "More". */
  readonly isMore?: boolean;
}

const HOME_ITEM: NavigationItem = { to: '/', label: t.nav.home, Icon: ListChecks, letter: 'h', isMore: true };
const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: '/inbox', label: t.nav.inbox, Icon: Inbox, letter: 'i' },
  { to: '/board', label: t.nav.board, Icon: Columns3, letter: 'b' },
  { to: '/quarantine', label: t.nav.quarantine, Icon: ShieldAlert, letter: 'q' },
  { to: '/form', label: t.nav.form, Icon: SquarePen, letter: 'f' },
  { to: '/insights', label: t.nav.insights, Icon: ChartNoAxesColumn, letter: 'n', isMore: true },
  { to: '/import', label: t.nav.import, Icon: Upload, letter: 'm', isMore: true },
  { to: '/developer', label: t.nav.developer, Icon: Code2, letter: 'd', isMore: true },
  { to: '/settings', label: t.nav.settings, Icon: Settings, letter: 's', isMore: true },
];

/** Pages without an entry of their own. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
  [t.nav.webhooks]: '/developer/webhooks',
  [t.nav.events]: '/developer/events',
  [t.nav.tags]: '/settings/tags',
  [t.nav.notifications]: '/settings/notifications',
  [t.nav.securityLog]: '/settings/security-log',
};

/** A sidebar; on a phone, a bottom bar with the rest under "More". */
export function Navigation({ session }: { readonly session: SessionInfo }) {
  const steps = useFirstSteps().data;
  const quarantined = useCounts().data?.quarantined ?? 0;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goTo = Object.entries(OTHER_PAGES).map(
    ([label, path]) => [t.shell.shortcuts.go(label), () => void navigate(path)] as const,
  );
  useCommands(t.shell.shortcuts.everywhere, Object.fromEntries(goTo));
  const items = steps && !allDone(steps) ? [HOME_ITEM, ...NAVIGATION_ITEMS] : NAVIGATION_ITEMS;
  const isInMoreMenu = items.some(
    ({ to, isMore }) => isMore && matchPath({ path: to, end: to === '/' }, pathname),
  );
  return (
    <section aria-label={session.account.name} className={styles.side}>
      <div className={styles.account} title={session.account.name}>
        <span className={styles.mark} aria-hidden>
          {[...session.account.name][0]?.toUpperCase()}
        </span>
        <span className={styles.name}>{session.account.name}</span>
        <NotificationBell />
      </div>
      <nav aria-label={t.shell.navigation} className={styles.nav}>
        <ul className={styles.places} data-open={isOpen || undefined}>
          {items.map((item) => (
            <Fragment key={item.to}>
              <li data-more={item.isMore}>
                <NavigationLink
                  {...item}
                  badgeCount={item.to === '/quarantine' ? quarantined : 0}
                  onNavigate={close}
                />
              </li>
              {item.to === '/inbox' && (
                <li className={styles.views}>
                  <ViewsSection onNavigate={close} />
                </li>
              )}
            </Fragment>
          ))}
          <li className={styles.toggle}>
            <button
              type="button"
              className={styles.link}
              aria-expanded={isOpen}
              // The open menu highlights the current page itself.
              aria-current={(isInMoreMenu && !isOpen) || undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Ellipsis size={17} aria-hidden />
              <span className={styles.label}>{t.shell.more}</span>
            </button>
          </li>
        </ul>
      </nav>
      <UserMenu session={session} />
    </section>
  );
}

interface NavigationLinkProps extends NavigationItem {
  readonly badgeCount: number;
  readonly onNavigate: () => void;
}

function NavigationLink({ to, label, Icon, letter, badgeCount, onNavigate }: NavigationLinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isView = useOpenView() !== undefined;
  // From another page, restore the last filters; on the page itself, clear them.
  const href = pathname === to ? to : lastPageUrl(to);
  useShortcut(`g ${letter}`, t.shell.shortcuts.go(label), () => void navigate(href), {
    scope: t.shell.shortcuts.everywhere,
  });
  return (
    <NavLink
      to={href}
      end={to === '/'}
      className={styles.link}
      // The open view is the current page.
      aria-current={isView ? 'false' : 'page'}
      onClick={onNavigate}
    >
      <Icon size={17} aria-hidden />
      <span className={styles.label}>{label}</span>
      {badgeCount > 0 && (
        <>
          <span className={styles.count} aria-hidden>
            {badgeCount > 99 ? '99+' : badgeCount}
          </span>
          <span className="visually-hidden">({t.shell.waiting(badgeCount)})</span>
        </>
      )}
    </NavLink>
  );
}
