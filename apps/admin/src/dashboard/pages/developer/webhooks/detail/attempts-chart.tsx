import type { WebhookDetail } from '@libs/contract';
import { Button, SegmentedControl, Table } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChartDays } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { formatDateTime } from '../../../../../ui/format-time';
import { barsOf, totalOf, type Bar } from './hour-buckets';
import styles from './detail.module.css';

const texts = t.deliveries.chart;
/** Units of the drawing, which is stretched to its box. */
const HEIGHT = 100;
const GAP = 0.16;
/** A count that is small beside the others is still visible. */
const LEAST = 3;

interface Props {
  readonly hours: WebhookDetail['attempts_by_hour'];
  readonly days: ChartDays;
  readonly onDays: (days: ChartDays) => void;
}

/** The attempts over time: a drawing, and a table of the same numbers. */
export function AttemptsChart({ hours, days, onDays }: Props) {
  const [isTable, setTable] = useState(false);
  const tableId = useId();
  const bars = barsOf(hours, days, new Date());
  const { succeeded, failed } = totalOf(bars);
  const Icon = isTable ? ChevronDown : ChevronRight;
  return (
    <div className={styles.chart}>
      <div className={styles.chartHeader}>
        <h3 className={styles.subtitle}>{texts.title}</h3>
        <SegmentedControl
          size="xs"
          aria-label={texts.span}
          value={String(days)}
          onChange={(value) => onDays(Number(value) as ChartDays)}
          data={Object.entries(texts.spans).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Drawing bars={bars} label={texts.label(succeeded, failed, days)} />
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
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isTable}
          aria-controls={isTable ? tableId : undefined}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {texts.showTable}
        </Button>
      </div>
      {isTable && (
        <div id={tableId}>
          <CountsTable bars={bars} days={days} />
        </div>
      )}
    </div>
  );
}

function Drawing({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const highest = Math.max(1, ...bars.map(({ succeeded, failed }) => succeeded + failed));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / highest) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.drawing}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ from, succeeded, failed }, i) => {
        const good = heightOf(succeeded);
        const bad = heightOf(failed);
        const size = { x: i + GAP / 2, width: 1 - GAP };
        return (
          <g key={from.getTime()}>
            <title>{texts.bar(formatDateTime(from.toISOString()), succeeded, failed)}</title>
            <rect {...size} y={0} height={HEIGHT} className={styles.ground} />
            <rect {...size} y={HEIGHT - good} height={good} data-kind="succeeded" />
            <rect {...size} y={Math.max(0, HEIGHT - good - bad)} height={bad} data-kind="failed" />
          </g>
        );
      })}
    </svg>
  );
}

function CountsTable({ bars, days }: { readonly bars: readonly Bar[]; readonly days: ChartDays }) {
  const used = bars.filter(({ succeeded, failed }) => succeeded + failed > 0);
  if (used.length === 0) return <p className={styles.dim}>{texts.none(days)}</p>;
  return (
    <Table className={styles.counts}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.from}</Table.Th>
          <Table.Th>{texts.succeeded}</Table.Th>
          <Table.Th>{texts.failed}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {used.map(({ from, succeeded, failed }) => (
          <Table.Tr key={from.getTime()}>
            <Table.Th scope="row">{formatDateTime(from.toISOString())}</Table.Th>
            <Table.Td>{succeeded.toLocaleString('en')}</Table.Td>
            <Table.Td>{failed.toLocaleString('en')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
