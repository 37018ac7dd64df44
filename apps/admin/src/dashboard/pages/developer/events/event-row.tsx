import type { FeedbackEvent } from '@libs/contract';
import { ArrowRight, KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { CodeBlock } from '../../../../ui/code/code-block';
import { DisclosureRow } from '../../../../ui/layout/disclosure-row';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { StatusIcon } from '../../../../ui/badges/status-icon';
import { changedFields, requestCountOf, statusChange } from './event-details';
import { EventIcon } from './event-types';
import styles from './events.module.css';

const texts = t.events;

interface Props {
  readonly event: FeedbackEvent;
  readonly actor: string;
  /** Arrived while the page was open. */
  readonly isNew: boolean;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

/** What happened, who did it, and when; expanded, also the event as JSON. */
export function EventRow({ event, actor, isNew, isExpanded, onToggle }: Props) {
  return (
    <li className={styles.event} data-new={isNew || undefined}>
      <DisclosureRow
        className={styles.row}
        label={
          <>
            <EventIcon type={event.type} />
            {event.type}
          </>
        }
        isExpanded={isExpanded}
        onToggle={onToggle}
        details={
          <CodeBlock
            code={JSON.stringify(event, null, 2)}
            language="json"
            label={texts.json}
            copyLabel={texts.copyJson}
          />
        }
      >
        <div className={styles.what}>
          <EventSubject event={event} />
          <EventChange event={event} />
        </div>
        <span className={styles.actor}>
          <span className="visually-hidden">{texts.by} </span>
          {event.actor.type === 'api_key' && <KeyRound size={13} />}
          <span className={`truncate ${styles.actorName}`} title={actor}>
            {actor}
          </span>
        </span>
        <span className={styles.time}>
          <RelativeTime value={event.timestamp} />
        </span>
      </DisclosureRow>
    </li>
  );
}

function EventSubject({ event }: { readonly event: FeedbackEvent }) {
  const { feedback, import: counts, webhook } = event.data;
  if (counts) return <span>{texts.imported(counts.created, counts.existing)}</span>;
  if (webhook) {
    return (
      <Link to={`/developer/webhooks/${webhook.id}`} className={`truncate ${styles.item}`}>
        {webhook.url}
      </Link>
    );
  }
  if (!feedback) return null;
  const requestCount = requestCountOf(event);
  if (!feedback.title && requestCount === null)
    return <span className={styles.dimmed}>{texts.deletedItem}</span>;
  return (
    <Link to={`/inbox?item=${feedback.id}`} className={`truncate ${styles.item}`}>
      {requestCount === null ? feedback.title : t.requests.title(requestCount)}
    </Link>
  );
}

function EventChange({ event }: { readonly event: FeedbackEvent }) {
  const status = statusChange(event);
  const fields = changedFields(event);
  if (!status && fields.length === 0) return null;
  return (
    <span className={styles.change}>
      {status && (
        <span className={styles.status}>
          <StatusIcon status={status.from} size={14} />
          {t.ui.statuses[status.from]}
          <ArrowRight size={12} />
          <span className="visually-hidden">{texts.statusTo}</span>
          <StatusIcon status={status.to} size={14} />
          {t.ui.statuses[status.to]}
        </span>
      )}
      {fields.length > 0 && <span>{fields.join(', ')}</span>}
    </span>
  );
}
