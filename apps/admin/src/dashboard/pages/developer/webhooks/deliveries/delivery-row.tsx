import type { Webhook, WebhookAttempt, WebhookDelivery } from '@libs/contract';
import { useState } from 'react';
import { t } from '../../../../../messages';
import { DisclosureRow } from '../../../../../ui/layout/disclosure-row';
import { Pill } from '../../../../../ui/badges/pill';
import { RelativeTime } from '../../../../../ui/time/relative-time';
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
  const { status, event_type, attempts, created_at } = delivery;
  return (
    <li className={styles.delivery}>
      <DisclosureRow
        className={styles.row}
        label={event_type}
        isExpanded={isExpanded}
        onToggle={() => setExpanded(!isExpanded)}
        details={<DeliveryDetails webhook={webhook} delivery={delivery} />}
      >
        <span>
          <Pill tone={TONES[status]}>{texts.statuses[status]}</Pill>
        </span>
        <span className={styles.result}>
          <LastResult attempts={attempts} />
        </span>
        <span className={styles.time}>
          <RelativeTime value={created_at} />
        </span>
      </DisclosureRow>
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
