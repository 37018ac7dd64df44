import type { Webhook } from '@libs/contract';
import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useDeliveries, type DeliveryFilter } from '../../../../api/webhooks/deliveries';
import { t } from '../../../../../messages';
import { labelled } from '../../../../../ui/forms/options';
import { SelectField } from '../../../../../ui/forms/select-field';
import { Section } from '../../../../../ui/layout/section';
import { EmptyState } from '../../../../../ui/states/empty-state';
import { MoreButton } from '../../../../../ui/states/more-button';
import { QueryList } from '../../../../../ui/states/query-list';
import { DeliveryRow } from './delivery-row';
import { readDeliveryFilter, STATUSES, TYPES, writeDeliveryFilter } from './delivery-filter';
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
        <SelectField
          aria-label={texts.status}
          value={filter.status}
          options={[{ value: null, label: texts.allStatuses }, ...labelled(STATUSES, texts.statuses)]}
          onChange={(status) => choose({ status })}
        />
        <SelectField
          aria-label={texts.eventType}
          value={filter.eventType}
          options={[
            { value: null, label: texts.allTypes },
            ...TYPES.map((value) => ({ value, label: value })),
          ]}
          onChange={(eventType) => choose({ eventType })}
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
  return (
    <QueryList
      query={list}
      items={list.rows}
      label={texts.list}
      loading={texts.loading}
      rows={3}
      height={44}
      failed={texts.failed}
      empty={<NoDeliveries isFiltered={Boolean(filter.status || filter.eventType)} onShowAll={onShowAll} />}
      more={<MoreButton list={list}>{texts.more}</MoreButton>}
    >
      {(delivery) => <DeliveryRow webhook={webhook} delivery={delivery} />}
    </QueryList>
  );
}

interface NoDeliveriesProps extends Pick<ListProps, 'onShowAll'> {
  readonly isFiltered: boolean;
}

function NoDeliveries({ isFiltered, onShowAll }: NoDeliveriesProps) {
  if (!isFiltered) {
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
