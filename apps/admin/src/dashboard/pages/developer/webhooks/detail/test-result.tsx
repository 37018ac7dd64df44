import type { Webhook } from '@libs/contract';
import { CloseButton } from '@mantine/core';
import { useDelivery } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { Note } from '../../../../../ui/states/note';
import { formatDuration } from '../health';
import { WebhookError } from '../webhook-error';

const texts = t.deliveries.sendTest;
/** Longer than an attempt can take. */
const SLOW_MS = 20_000;

interface Props {
  readonly webhook: Webhook;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/** The result of a test as soon as it has one. */
export function TestResult({ webhook, deliveryId, onClose }: Props) {
  const { data, error, dataUpdatedAt } = useDelivery(webhook.id, deliveryId, 0);
  if (error) return <WebhookError error={error} />;
  const close = <CloseButton size="sm" aria-label={texts.close} onClick={onClose} />;
  const last = data?.attempts.at(-1);
  if (!last) {
    const isSlow = data && dataUpdatedAt - Date.parse(data.created_at) > SLOW_MS;
    return (
      <Note tone={isSlow ? 'warning' : 'info'} role="status" action={close}>
        {isSlow ? texts.slow : texts.sending}
      </Note>
    );
  }
  const duration = formatDuration(last.duration_ms, t.deliveries);
  if (last.error === null) {
    return (
      <Note tone="success" role="status" action={close}>
        {texts.succeeded(last.status_code ?? 0, duration)}
      </Note>
    );
  }
  return (
    <Note tone="danger" role="status" action={close}>
      {texts.failed(last.error, duration)}
    </Note>
  );
}
