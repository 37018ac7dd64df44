import { ActionIcon, Box, Button, Tooltip } from '@mantine/core';
import type { Actor, Notification } from '@libs/contract';
import { Bell, Check, Settings } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMarkRead, useNotifications } from '../api/notifications/notifications';
import { useActorName } from '../items/activity/actor-names';
import { t } from '../../messages';
import { IconButton } from '../../ui/icon-button';
import { RelativeTime } from '../../ui/time/relative-time';
import { EmptyState } from '../../ui/states/empty-state';
import { ErrorText } from '../../ui/states/error-text';
import { MoreButton } from '../../ui/states/more-button';
import { QueryList } from '../../ui/states/query-list';
import { actorOf, linkOf, textOf } from './notification-text';
import styles from './notification-panel.module.css';

const texts = t.notifications.panel;

interface Props {
  readonly titleId: string;
  readonly onClose: () => void;
}

/** The notifications of the person, newest first. */
export function NotificationPanel({ titleId, onClose }: Props) {
  const list = useNotifications();
  const markRead = useMarkRead();
  const header = useRef<HTMLDivElement>(null);
  const read = (which: Parameters<typeof markRead.mutate>[0]) => {
    // The button disappears, and Escape must still close the panel.
    header.current?.focus();
    markRead.mutate(which);
  };
  const hasUnread = list.rows.some(({ read_at: readAt }) => readAt === null);
  return (
    <>
      <div ref={header} tabIndex={-1} className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {t.notifications.title}
        </h2>
        {hasUnread && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={markRead.isPending}
            onClick={() => read({ all: true })}
          >
            {texts.readAll}
          </Button>
        )}
        <Tooltip label={texts.settings}>
          <ActionIcon
            component={Link}
            to="/settings/notifications"
            size={32}
            aria-label={texts.settings}
            onClick={onClose}
          >
            <Settings size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.body}>
        {markRead.error && (
          <Box p="sm">
            <ErrorText error={markRead.error} />
          </Box>
        )}
        <Rows list={list} onRead={(id) => read({ ids: [id] })} onClose={onClose} />
      </div>
    </>
  );
}

interface RowsProps {
  readonly list: ReturnType<typeof useNotifications>;
  readonly onRead: (id: string) => void;
  readonly onClose: () => void;
}

function Rows({ list, onRead, onClose }: RowsProps) {
  const nameOf = useActorName(
    list.rows.flatMap((row) => actorOf(row) ?? []),
    t.notifications.actors,
  );
  return (
    <QueryList
      query={list}
      items={list.rows}
      label={texts.list}
      loading={texts.loading}
      rows={3}
      empty={<EmptyState icon={<Bell size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />}
      more={
        <MoreButton list={list} fullWidth variant="subtle">
          {texts.more}
        </MoreButton>
      }
    >
      {(row) => <Row notification={row} nameOf={nameOf} onRead={() => onRead(row.id)} onClose={onClose} />}
    </QueryList>
  );
}

interface RowProps {
  readonly notification: Notification;
  readonly nameOf: (actor: Actor) => string;
  readonly onRead: () => void;
  readonly onClose: () => void;
}

/** Opening a notification marks it as read. */
function Row({ notification, nameOf, onRead, onClose }: RowProps) {
  const isUnread = notification.read_at === null;
  const actor = actorOf(notification);
  const text = textOf(notification, actor && nameOf(actor));
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <Link
        to={linkOf(notification)}
        className={styles.link}
        onClick={() => {
          if (isUnread) onRead();
          onClose();
        }}
      >
        <span>
          {text}
          {isUnread && <span className="visually-hidden"> ({texts.unread})</span>}
        </span>
        {notification.note !== null && <span className={styles.note}>{notification.note}</span>}
        <span className={styles.time}>
          <RelativeTime value={notification.created_at} />
        </span>
      </Link>
      {isUnread && (
        <IconButton label={texts.readOne(text)} tooltip={texts.read} icon={Check} onClick={onRead} />
      )}
    </li>
  );
}
