import type { FeedbackEvent } from '@libs/contract';
import { ArrowRight, ChevronRight, KeyRound } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { CodeBlock } from '../../../../ui/code/code-block';
import { RelativeTime } from '../../../../ui/relative-time';
import { StatusIcon } from '../../../../ui/status-icon';
import { changedFields, statusChange } from './event-details';
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
  const detailsId = useId();
  return (
    <li className={styles.event} data-new={isNew || undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailsId : undefined}
          onClick={onToggle}
        >
          <ChevronRight size={14} aria-hidden className={styles.chevron} />
          <EventIcon type={event.type} />
          {event.type}
        </button>
        <div className={styles.what}>
          <EventSubject event={event} />
          <EventChange event={event} />
        </div>
        <span className={styles.actor}>
          <span className="visually-hidden">{texts.by} </span>
          {event.actor.type === 'api_key' && <KeyRound size={13} aria-hidden />}
          <span className={styles.actorName} title={actor}>
            {actor}
          </span>
        </span>
        <span className={styles.time}>
          <RelativeTime value={event.timestamp} />
        </span>
      </div>
      {isExpanded && (
        <div id={detailsId} className={styles.details}>
          <CodeBlock
            code={JSON.stringify(event, null, 2)}
            language="json"
            label={texts.json}
            copyLabel={texts.copyJson}
          />
        </div>
      )}
    </li>
  );
}

function EventSubject({ event: { data } }: { readonly event: FeedbackEvent }) {
  const { feedback, import: counts, webhook } = data;
  if (counts) return <span>{texts.imported(counts.created, counts.existing)}</span>;
  if (webhook) {
    return (
      <Link to={`/developer/webhooks/${webhook.id}`} className={styles.item}>
        {webhook.url}
      </Link>
    );
  }
  if (!feedback) return null;
  if (!feedback.title) return <span className={styles.dimmed}>{texts.deletedItem}</span>;
  return (
    <Link to={`/inbox?item=${feedback.id}`} className={styles.item}>
      {feedback.title}
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
          <ArrowRight size={12} aria-hidden />
          <span className="visually-hidden">{texts.statusTo}</span>
          <StatusIcon status={status.to} size={14} />
          {t.ui.statuses[status.to]}
        </span>
      )}
      {fields.length > 0 && <span>{fields.join(', ')}</span>}
    </span>
  );
}
