import type { Webhook, WebhookAttempt, WebhookDelivery, WebhookDeliveryDetail } from '@libs/contract';
import { Button, Stack, Text } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useDelivery, useRetryDelivery } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { CodeBlock } from '../../../../../ui/code/code-block';
import { CopyText } from '../../../../../ui/code/copy-text';
import { DataTable } from '../../../../../ui/data-table';
import { formatExactTime } from '../../../../../ui/time/format-time';
import { Fact, Facts } from '../../../../../ui/layout/facts';
import { QueryState } from '../../../../../ui/states/query-state';
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
  return (
    <QueryState query={delivery} loading={texts.loadingOne} rows={2}>
      {(detail) => <LoadedDetails webhook={webhook} delivery={detail} />}
    </QueryState>
  );
}

function LoadedDetails({
  webhook,
  delivery,
}: {
  readonly webhook: Webhook;
  readonly delivery: WebhookDeliveryDetail;
}) {
  const { id, event_id, next_attempt_at: next, payload, status, attempts } = delivery;
  const retry = useRetryDelivery(webhook.id, id);
  return (
    <Stack gap="md">
      <Attempts attempts={attempts} />
      <Facts>
        <Fact label={texts.eventId}>
          <CopyText value={event_id} label={texts.copyEventId} />
        </Fact>
        {next && <Fact label={texts.next}>{formatExactTime(next)}</Fact>}
      </Facts>
      {payload === null ? (
        <Text c="dimmed">{texts.noPayload}</Text>
      ) : (
        <CodeBlock
          code={JSON.stringify(JSON.parse(payload), null, 2)}
          language="json"
          label={texts.payload}
          copyLabel={texts.copyPayload}
        />
      )}
      <WebhookError title={texts.againFailed} error={retry.error} />
      {webhook.status === 'active' && payload !== null && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={14} />}
            loading={retry.isPending}
            disabled={status === 'pending' && attempts.length === 0}
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
  if (attempts.length === 0) return <Text c="dimmed">{texts.notSent}</Text>;
  return (
    <DataTable
      className={styles.attempts}
      aria-label={texts.attempts}
      rows={attempts}
      keyOf={({ at }) => at}
      columns={[
        { title: texts.at, cell: ({ at }) => formatExactTime(at) },
        {
          title: texts.result,
          cell: ({ status_code, error, resent }) =>
            `${error ? capitalized(error) : texts.responded(status_code ?? 0)}${resent ? ` ${texts.resent}` : ''}`,
        },
        { title: texts.duration, cell: ({ duration_ms }) => formatDuration(duration_ms, texts) },
      ]}
    />
  );
}
