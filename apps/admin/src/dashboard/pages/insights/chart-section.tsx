import type { Stats } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { ChevronDown, ChevronRight, Download } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { useStats } from '../../api/stats';
import { t } from '../../../messages';
import { saveFile } from '../../../ui/download';
import { Section } from '../../../ui/layout/section';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { csvOf, type Series } from './chart-rows';
import { StatsTable } from './stats-table';
import styles from './insights.module.css';

const texts = t.insights;

interface Props {
  readonly title: string;
  readonly stats: ReturnType<typeof useStats>;
  readonly summaryOf: (data: Stats) => string;
  /** The groups; null for durations. */
  readonly series: readonly Series[] | null;
  /** Returns the drawing. */
  readonly children: (data: Stats) => ReactNode;
}

/** A chart, with a table and a CSV file of its numbers. */
export function ChartSection({ title, stats, summaryOf, series, children }: Props) {
  const { data, error, isPlaceholderData, refetch } = stats;
  if (!data) {
    return (
      <Section title={title}>
        {error ? (
          <ErrorState title={texts.failed(title)} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows label={texts.loading(title)} rows={6} />
        )}
      </Section>
    );
  }
  const summary = data.total.count === 0 ? texts.none : summaryOf(data);
  return (
    <Section title={title} hint={summary}>
      <div className={styles.body} aria-busy={isPlaceholderData}>
        {data.total.count > 0 && (
          <div role="img" aria-label={`${title}: ${summary}`} className={styles.chart}>
            {children(data)}
          </div>
        )}
        <Numbers title={title} data={data} series={series} />
      </div>
    </Section>
  );
}

/** Shows the table, and saves the file. */
function Numbers({ title, data, series }: Pick<Props, 'title' | 'series'> & { readonly data: Stats }) {
  const [isOpen, setOpen] = useState(false);
  const tableId = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const name = `feedback-${data.metric}-${data.from}-${data.to}.csv`;
  const suffix = <span className="visually-hidden">{texts.of(title)}</span>;
  return (
    <>
      <Group gap="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? tableId : undefined}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.showTable}
          {suffix}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveFile(new Blob([csvOf(data, series)], { type: 'text/csv' }), name)}
        >
          {texts.download}
          {suffix}
        </Button>
      </Group>
      {isOpen && (
        <div
          id={tableId}
          className={styles.scroll}
          // Keyboards scroll a wide table.
          tabIndex={0}
          role="region"
          aria-label={texts.table(title)}
        >
          <StatsTable data={data} series={series} />
        </div>
      )}
    </>
  );
}
