import type { StatusMessage } from '@libs/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages';
import { RelativeTime } from '../../../ui/time/relative-time';
import { formatTime } from '../../../ui/time/format-time';
import { useFallbackFocus } from '../../../ui/focus/use-fallback-focus';
import { useMayDo } from '../../api/team/role';
import styles from '../activity/activity.module.css';
import { StatusName } from '../activity/status-name';
import { LinkedText } from '../links/linked-text';
import { cancelMessages } from './cancel-messages';
import { deliveryFacts } from './delivery-facts';

const texts = t.statusMessages.thread;

interface Props {
  readonly message: StatusMessage;
  readonly actor: string;
}

/** A message about the status: to how many people, by whom, when, with which text, and how many got it. */
export function ThreadMessage({ message, actor }: Props) {
  const facts = deliveryFacts(message);
  const area = useFallbackFocus(message.state);
  return (
    <li className={styles.change}>
      <div ref={area} tabIndex={-1}>
        <span className={styles.who}>{actor}</span> <What message={message} />{' '}
        <span className={styles.time}>
          <RelativeTime value={message.sent_at ?? message.created_at} />
        </span>
      </div>
      {message.message !== null && (
        <blockquote className={styles.told}>
          <LinkedText text={message.message} />
        </blockquote>
      )}
      {facts.length > 0 && (
        <div className={styles.time} title={message.refused > 0 ? texts.refusedHint : undefined}>
          {facts.join(' · ')}
        </div>
      )}
      {message.state === 'held' && <CancelButton message={message} />}
    </li>
  );
}

function What({ message }: { readonly message: StatusMessage }) {
  const { state, recipients, status } = message;
  if (state === 'held') return texts.held(recipients, formatTime(message.due_at));
  if (state === 'cancelled' || state === 'unchanged') return texts[state];
  if (recipients === 0) return texts.toNoOne;
  return (
    <>
      {texts.sent(recipients)}
      {status !== null && (
        <>
          {' '}
          {texts.thatItIs} <StatusName status={status} />
        </>
      )}
    </>
  );
}

function CancelButton({ message }: { readonly message: StatusMessage }) {
  const queryClient = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const mayChange = useMayDo('items.change');
  if (!mayChange) return null;
  const cancel = () => {
    setCancelling(true);
    void cancelMessages(queryClient, async () => [message]).finally(() => setCancelling(false));
  };
  return (
    <Button size="compact-xs" variant="default" mt={4} loading={isCancelling} onClick={cancel}>
      {texts.cancel}
    </Button>
  );
}
