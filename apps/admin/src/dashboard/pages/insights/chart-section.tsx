import type { Stats } from '@libs/contract';
import { Skeleton } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import type { useStats } from '../../api/stats';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { csvOf, type Series } from './chart-rows';
import { Numbers } from './numbers';
import { PendingSection } from './pending-section';
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
  const { data, isPlaceholderData } = stats;
  if (!data) return <PendingSection title={title} query={stats} />;
  const summary = data.total.count === 0 ? texts.none : summaryOf(data);
  return (
    <Section title={title} hint={summary}>
      <div className={styles.body} aria-busy={isPlaceholderData}>
        {data.total.count > 0 && (
          <div role="img" aria-label={`${title}: ${summary}`} className={styles.chart}>
            <Suspense fallback={<Skeleton height="100%" />}>{children(data)}</Suspense>
          </div>
        )}
        <Numbers
          title={title}
          fileName={`feedback-${data.metric}-${data.from}-${data.to}.csv`}
          csv={() => csvOf(data, series)}
        >
          <StatsTable data={data} series={series} />
        </Numbers>
      </div>
    </Section>
  );
}
