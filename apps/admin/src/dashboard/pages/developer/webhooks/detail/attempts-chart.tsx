import type { WebhookDetail } from '@libs/contract';
import { Group, Stack, Text } from '@mantine/core';
import type { ChartDays } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { StackedBars } from '../../../../../ui/charts/stacked-bars';
import { DataTable } from '../../../../../ui/data-table';
import { labelled } from '../../../../../ui/forms/options';
import { Segments } from '../../../../../ui/forms/segments';
import { formatDateTime } from '../../../../../ui/time/format-time';
import { Disclosure } from '../../../../../ui/layout/disclosure';
import { barsOf, totalOf, type Bar } from './hour-buckets';
import styles from './detail.module.css';

const texts = t.deliveries.chart;

interface Props {
  readonly hours: WebhookDetail['attempts_by_hour'];
  readonly days: ChartDays;
  readonly onDays: (days: ChartDays) => void;
}

/** The attempts over time: a drawing, and a table of the same numbers. */
export function AttemptsChart({ hours, days, onDays }: Props) {
  const bars = barsOf(hours, days, new Date());
  const { succeeded, failed } = totalOf(bars);
  const drawn = bars.map(({ from, ...counts }) => {
    const time = from.toISOString();
    return { key: time, title: texts.bar(formatDateTime(time), counts.succeeded, counts.failed), counts };
  });
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <h3 className={styles.subtitle}>{texts.title}</h3>
        <Segments label={texts.span} value={days} options={labelled([1, 7], texts.spans)} onChange={onDays} />
      </Group>
      <StackedBars label={texts.label(succeeded, failed, days)} bars={drawn} className={styles.drawing} />
      <div className={styles.axis}>
        <span>{formatDateTime(bars[0]!.from.toISOString())}</span>
        <span>{texts.now}</span>
      </div>
      <div className={styles.legend}>
        <span data-kind="succeeded">
          {texts.succeeded} <strong>{succeeded.toLocaleString('en')}</strong>
        </span>
        <span data-kind="failed">
          {texts.failed} <strong>{failed.toLocaleString('en')}</strong>
        </span>
      </div>
      <Disclosure label={texts.showTable}>
        <CountsTable bars={bars} days={days} />
      </Disclosure>
    </Stack>
  );
}

function CountsTable({ bars, days }: { readonly bars: readonly Bar[]; readonly days: ChartDays }) {
  const used = bars.filter(({ succeeded, failed }) => succeeded + failed > 0);
  if (used.length === 0) return <Text c="dimmed">{texts.none(days)}</Text>;
  return (
    <DataTable
      rows={used}
      keyOf={({ from }) => from.getTime()}
      columns={[
        { title: texts.from, isHeader: true, cell: ({ from }) => formatDateTime(from.toISOString()) },
        { title: texts.succeeded, cell: ({ succeeded }) => succeeded },
        { title: texts.failed, cell: ({ failed }) => failed },
      ]}
    />
  );
}
