import type { Webhook, WebhookAttempt, WebhookDelivery } from '@libs/contract';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../../../messages';
import { Pill } from '../../../../../ui/pill';
import { RelativeTime } from '../../../../../ui/relative-time';
import { capitalized, formatDuration } from '../health';
import styles from './deliveries.module.css';
import { DeliveryDetails } from './delivery-details';

const texts = t.deliveries;
const TONES = { pending: 'info', succeeded: 'good', failed: 'danger', cancelled: 'neutral' } as const;

interface Props {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

/** A delivery and its last result; expanded, also its attempts and its payload. */
export function DeliveryRow({ webhook, delivery }: Props) {
  const [isExpanded, setExpanded] = useState(false);
  const detailsId = useId();
  const { status, event_type, attempts, created_at } = delivery;
  return (
    <li className={styles.delivery}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailsId : undefined}
          onClick={() => setExpanded(!isExpanded)}
        >
          <ChevronRight size={14} aria-hidden className={styles.chevron} />
          {event_type}
        </button>
        <span>
          <Pill tone={TONES[status]}>{texts.statuses[status]}</Pill>
        </span>
        <span className={styles.result}>
          <LastResult attempts={attempts} />
        </span>
        <span className={styles.time}>
          <RelativeTime value={created_at} />
        </span>
      </div>
      {isExpanded && (
        <div id={detailsId} className={styles.details}>
          <DeliveryDetails webhook={webhook} delivery={delivery} />
        </div>
      )}
    </li>
  );
}

function LastResult({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  const last = attempts.at(-1);
  if (!last) return texts.notSent;
  const result = resultOf(last);
  return attempts.length === 1 ? result : `${result} · ${texts.attemptCount(attempts.length)}`;
}

/** The error, or "204 · 45 ms". */
const resultOf = ({ status_code, error, duration_ms }: WebhookAttempt): string =>
  error ? capitalized(error) : `${status_code} · ${formatDuration(duration_ms, texts)}`;
