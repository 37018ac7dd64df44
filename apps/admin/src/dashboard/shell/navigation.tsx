import type { Action, SessionInfo } from '@libs/contract';
import {
  ChartNoAxesColumn,
  Code2,
  Columns3,
  Ellipsis,
  Inbox,
  ListChecks,
  Megaphone,
  Milestone,
  Settings,
  ShieldAlert,
  SquarePen,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link, matchPath, useLocation, useNavigate } from 'react-router';
import { useCounts } from '../api/items/item-queries';
import { allDone, useFirstSteps } from '../api/session';
import { mayDo } from '../api/team/role';
import { t } from '../../messages';
import { CountBadge } from '../../ui/badges/count-badge';
import { lastPageUrl } from '../last-page-url';
import { useCurrentPath } from '../use-current-path';
import { useCommands, useShortcut } from '../../ui/shortcuts/shortcuts';
import { NotificationBell } from '../notifications/notification-bell';
import { useOpenView } from '../views/use-open-view';
import { ViewsSection } from '../views/views-section';
import { AccountMenu } from './accounts/account-menu';
import sideBar from '../../ui/pages/side-bar.module.css';
import styles from './navigation.module.css';
import { UserMenu } from './user-menu';

const LINK = `${sideBar.link} ${styles.link}`;

interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The second key, after `g`. */
  readonly letter: string;
  /** What members do there, if not all roles may do it. */
  readonly action?: Action;
}

const HOME_ITEM: NavigationItem = { to: '/', label: t.nav.home, Icon: ListChecks, letter: 'h' };
const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: '/inbox', label: t.nav.inbox, Icon: Inbox, letter: 'i' },
  { to: '/board', label: t.nav.board, Icon: Columns3, letter: 'b' },
  { to: '/quarantine', label: t.nav.quarantine, Icon: ShieldAlert, letter: 'q' },
  { to: '/form', label: t.nav.form, Icon: SquarePen, letter: 'f', action: 'form.manage' },
  { to: '/roadmap', label: t.nav.roadmap, Icon: Milestone, letter: 'r', action: 'form.manage' },
  { to: '/changelog', label: t.nav.changelog, Icon: Megaphone, letter: 'c' },
  { to: '/insights', label: t.nav.insights, Icon: ChartNoAxesColumn, letter: 'n' },
  { to: '/import', label: t.nav.import, Icon: Upload, letter: 'm', action: 'data.transfer' },
  { to: '/developer', label: t.nav.developer, Icon: Code2, letter: 'd', action: 'keys.manage' },
  { to: '/settings', label: t.nav.settings, Icon: Settings, letter: 's' },
];

/** Number of pages in the bottom bar of a phone; the others are under "More". */
const BAR_ITEMS = 4;

/** Pages without an entry of their own. */
const OTHER_PAGES: readonly Pick<NavigationItem, 'to' | 'label' | 'action'>[] = [
  { to: '/developer/webhooks', label: t.nav.webhooks, action: 'webhooks.manage' },
  { to: '/developer/events', label: t.nav.events, action: 'keys.manage' },
  { to: '/developer/identity', label: t.nav.identity, action: 'keys.manage' },
  { to: '/settings/account', label: t.nav.account },
  { to: '/settings/members', label: t.nav.members },
  { to: '/settings/tags', label: t.nav.tags },
  { to: '/settings/notifications', label: t.nav.notifications },
  { to: '/settings/security-log', label: t.nav.securityLog, action: 'security.read' },
];

/** A sidebar; on a phone, a bottom bar with the rest under "More". */
export function Navigation({ session }: { readonly session: SessionInfo }) {
  const steps = useFirstSteps().data;
  const quarantined = useCounts().data?.quarantined ?? 0;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [current, setChosen] = useCurrentPath();
  const navigate = useNavigate();
  const isAllowed = ({ action }: { readonly action?: Action }) => !action || mayDo(session.role, action);
  const goTo = OTHER_PAGES.filter(isAllowed).map(
    ({ to, label }) => [t.shell.shortcuts.go(label), () => void navigate(to)] as const,
  );
  useCommands(t.shell.shortcuts.everywhere, Object.fromEntries(goTo));
  const pages = NAVIGATION_ITEMS.filter(isAllowed);
  const items = steps && !allDone(steps) ? [HOME_ITEM, ...pages] : pages;
  const isMore = (item: NavigationItem) => !pages.slice(0, BAR_ITEMS).includes(item);
  const isCurrent = ({ to }: NavigationItem) => matchPath({ path: to, end: to === '/' }, current) !== null;
  return (
    <section aria-label={session.account.name} className={`${sideBar.side} ${styles.side}`}>
      <div className={styles.top}>
        <AccountMenu session={session} />
        <NotificationBell />
      </div>
      <nav aria-label={t.shell.navigation} className={`${sideBar.nav} ${styles.nav}`}>
        <ul className={styles.places} data-open={isOpen || undefined}>
          {items.map((item) => (
            <Fragment key={item.to}>
              <li data-more={isMore(item)}>
                <NavigationLink
                  {...item}
                  badgeCount={item.to === '/quarantine' ? quarantined : 0}
                  isCurrent={isCurrent(item)}
                  onNavigate={() => {
                    setChosen(item.to);
                    close();
                  }}
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
              className={LINK}
              aria-expanded={isOpen}
              // The open menu highlights the current page itself.
              aria-current={(items.some((item) => isMore(item) && isCurrent(item)) && !isOpen) || undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Ellipsis size={17} />
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
  readonly isCurrent: boolean;
  readonly onNavigate: () => void;
}

function NavigationLink({ to, label, Icon, letter, badgeCount, isCurrent, onNavigate }: NavigationLinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isView = useOpenView() !== undefined;
  // From another page, restore the last filters; on the page itself, clear them.
  const href = pathname === to ? to : lastPageUrl(to);
  const go = () => {
    onNavigate();
    void navigate(href);
  };
  useShortcut(`g ${letter}`, t.shell.shortcuts.go(label), go, { scope: t.shell.shortcuts.everywhere });
  // Not if the current page is a view.
  const mark = isView && to === '/inbox' ? 'false' : 'page';
  return (
    <Link to={href} className={LINK} aria-current={isCurrent ? mark : undefined} onClick={onNavigate}>
      <Icon size={17} />
      <span className={styles.label}>{label}</span>
      {badgeCount > 0 && (
        <>
          <CountBadge count={badgeCount} className={styles.count} />
          <span className="visually-hidden">({t.shell.waiting(badgeCount)})</span>
        </>
      )}
    </Link>
  );
}
