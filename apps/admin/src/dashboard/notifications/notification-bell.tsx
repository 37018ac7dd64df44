import { ActionIcon, Popover } from '@mantine/core';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUnread } from '../api/notifications/notifications';
import { t } from '../../messages';
import { CountBadge } from '../../ui/badges/count-badge';
import { PopoverOnDemand } from '../../ui/on-demand/popover-on-demand';
import { useShortcut } from '../../ui/shortcuts/shortcuts';
import styles from './notification-bell.module.css';

const texts = t.shell.notifications;
/** Otherwise, the name of the panel would be the one of the bell, which changes. */
const PANEL_TITLE_ID = 'notifications-title';
const Panel = lazy(async () => ({ default: (await import('./notification-panel')).NotificationPanel }));

/** Shows the number of unread notifications, live, and opens them. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const unread = useUnread() ?? 0;
  const announcement = useAnnouncement(unread);
  useShortcut('u', texts.open, () => setOpen(true), { scope: t.shell.shortcuts.everywhere });
  const label = unread > 0 ? texts.unread(unread) : texts.title;
  return (
    <>
      <PopoverOnDemand
        isOpen={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={360}
        button={(props) => (
          <ActionIcon
            size={32}
            className={styles.bell}
            aria-label={label}
            title={texts.title}
            onClick={() => setOpen(!isOpen)}
            {...props}
          >
            <Bell size={17} />
            {unread > 0 && <CountBadge count={unread} className={styles.count} />}
          </ActionIcon>
        )}
      >
        <Popover.Dropdown aria-labelledby={PANEL_TITLE_ID} className={styles.panel}>
          <Suspense>
            <Panel titleId={PANEL_TITLE_ID} onClose={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </PopoverOnDemand>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

/** A text when the number grows, and none when it shrinks or is loaded. */
function useAnnouncement(unread: number): string {
  const [known, setKnown] = useState({ unread, text: '' });
  if (known.unread !== unread) {
    setKnown({ unread, text: unread > known.unread ? texts.unread(unread) : '' });
  }
  return known.text;
}
