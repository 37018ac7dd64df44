import type { Webhook } from '@libs/contract';
import type { ReactNode } from 'react';
import { t } from '../../../../messages';
import { Fact } from '../../../../ui/layout/facts';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { formatDuration, formatRate } from './health';
import styles from './webhooks.module.css';

const texts = t.webhooks.health;

/** How the deliveries of a webhook go. */
export function HealthFacts({
  webhook: { health },
  children,
}: {
  readonly webhook: Webhook;
  /** More facts, before the others. */
  readonly children?: ReactNode;
}) {
  const { success_rate_24h: rate, average_duration_ms: duration, consecutive_failures: failures } = health;
  return (
    <dl className={styles.facts}>
      {children}
      <Fact label={texts.rate}>{rate === null ? texts.noAttempts : formatRate(rate)}</Fact>
      {duration !== null && <Fact label={texts.duration}>{formatDuration(duration, t.deliveries)}</Fact>}
      <Fact label={texts.lastSuccess}>
        <Time value={health.last_success_at} />
      </Fact>
      <Fact label={texts.lastFailure}>
        <Time value={health.last_failure_at} />
      </Fact>
      {failures > 0 && <Fact label={texts.failures}>{failures.toLocaleString('en')}</Fact>}
    </dl>
  );
}

function Time({ value }: { readonly value: string | null }) {
  return value ? <RelativeTime value={value} /> : texts.never;
}
