import type { Webhook, WebhookDelivery } from '@libs/contract';
import { Button, NativeSelect } from '@mantine/core';
import { Send } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useDeliveries, type DeliveryFilter } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { Section } from '../../../../../ui/layout/section';
import { EmptyState } from '../../../../../ui/states/empty-state';
import { ErrorState } from '../../../../../ui/states/error-state';
import { LoadingRows } from '../../../../../ui/states/loading-rows';
import { DeliveryRow } from './delivery-row';
import { readDeliveryFilter, writeDeliveryFilter } from './delivery-filter';
import styles from './deliveries.module.css';

const texts = t.deliveries;

interface Props {
  readonly webhook: Webhook;
  readonly onReplay: () => void;
}

/** The delivery log. The address bar holds its filter. */
export function DeliveriesSection({ webhook, onReplay }: Props) {
  const [params, setParams] = useSearchParams();
  const filter = readDeliveryFilter(params);
  const choose = (change: Partial<DeliveryFilter>) =>
    setParams(writeDeliveryFilter({ ...filter, ...change }), { replace: true });
  return (
    <Section
      title={texts.title}
      actions={
        <Button variant="default" onClick={onReplay}>
          {t.deliveries.replay.open}
        </Button>
      }
    >
      <div className={styles.filters}>
        <NativeSelect
          aria-label={texts.status}
          value={filter.status ?? ''}
          data={[
            { value: '', label: texts.allStatuses },
            ...Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            choose({ status: (value || null) as DeliveryFilter['status'] })
          }
        />
        <NativeSelect
          aria-label={texts.eventType}
          value={filter.eventType ?? ''}
          data={[
            { value: '', label: texts.allTypes },
            ...Object.keys(t.webhooks.eventTypes),
            'webhook.test' satisfies WebhookDelivery['event_type'],
          ]}
          onChange={({ currentTarget: { value } }) =>
            choose({ eventType: (value || null) as DeliveryFilter['eventType'] })
          }
        />
      </div>
      <DeliveryList
        webhook={webhook}
        filter={filter}
        onShowAll={() => choose({ status: null, eventType: null })}
      />
    </Section>
  );
}

interface ListProps {
  readonly webhook: Webhook;
  readonly filter: DeliveryFilter;
  readonly onShowAll: () => void;
}

function DeliveryList({ webhook, filter, onShowAll }: ListProps) {
  const list = useDeliveries(webhook.id, filter);
  if (list.isPending) return <LoadingRows label={texts.loading} rows={3} height={44} />;
  if (!list.data) {
    return <ErrorState title={texts.failed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.rows.length === 0) {
    if (!filter.status && !filter.eventType) {
      return <EmptyState icon={<Send size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />;
    }
    return (
      <EmptyState title={texts.noneTitle} hint={texts.noneText}>
        <Button variant="default" onClick={onShowAll}>
          {texts.showAll}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {list.rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
