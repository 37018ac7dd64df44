import type { Webhook, WebhookAttempt, WebhookDelivery } from '@libs/contract';
import { Button, Stack, Table } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useDelivery, useRetryDelivery } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { CodeBlock } from '../../../../../ui/code/code-block';
import { CopyButton } from '../../../../../ui/code/copy-button';
import { formatExactTime } from '../../../../../ui/format-time';
import { ErrorState } from '../../../../../ui/states/error-state';
import { LoadingRows } from '../../../../../ui/states/loading-rows';
import { capitalized, formatDuration } from '../health';
import { WebhookError } from '../webhook-error';
import styles from './deliveries.module.css';

const texts = t.deliveries;

interface Props {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

export function DeliveryDetails({ webhook, delivery: { id, attempts } }: Props) {
  const delivery = useDelivery(webhook.id, id, attempts.length);
  const retry = useRetryDelivery(webhook.id, id);
  if (delivery.isPending) return <LoadingRows label={texts.loadingOne} rows={2} />;
  if (!delivery.data) {
    return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  }
  const { event_id, next_attempt_at: next, payload, status } = delivery.data;
  return (
    <Stack gap="md">
      <Attempts attempts={delivery.data.attempts} />
      <dl className={styles.facts}>
        <dt>{texts.eventId}</dt>
        <dd className={styles.value}>
          <code>{event_id}</code>
          <CopyButton value={event_id} label={texts.copyEventId} />
        </dd>
        {next && (
          <>
            <dt>{texts.next}</dt>
            <dd>{formatExactTime(next)}</dd>
          </>
        )}
      </dl>
      {payload === null ? (
        <p className={styles.dim}>{texts.noPayload}</p>
      ) : (
        <CodeBlock
          code={JSON.stringify(JSON.parse(payload), null, 2)}
          language="json"
          label={texts.payload}
          copyLabel={texts.copyPayload}
        />
      )}
      {retry.error && <WebhookError title={texts.againFailed} error={retry.error} />}
      {webhook.status === 'active' && payload !== null && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            loading={retry.isPending}
            disabled={status === 'pending' && delivery.data.attempts.length === 0}
            onClick={() => retry.mutate()}
          >
            {texts.again}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  if (attempts.length === 0) return <p className={styles.dim}>{texts.notSent}</p>;
  return (
    <Table className={styles.attempts} aria-label={texts.attempts}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.at}</Table.Th>
          <Table.Th>{texts.result}</Table.Th>
          <Table.Th>{texts.duration}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map(({ at, status_code, error, duration_ms, resent }) => (
          <Table.Tr key={at}>
            <Table.Td>{formatExactTime(at)}</Table.Td>
            <Table.Td>
              {error ? capitalized(error) : texts.responded(status_code ?? 0)}
              {resent && ` ${texts.resent}`}
            </Table.Td>
            <Table.Td>{formatDuration(duration_ms, texts)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
