import type { Stats } from '@libs/contract';
import { lazy } from 'react';
import { useStats, type StatsQuery } from '../../api/stats';
import { t } from '../../../messages';
import { bucketLabel, countOf, formatDuration, seriesOf, type Series } from './chart-rows';
import { ChartSection } from './chart-section';

const Chart = lazy(() => import('./chart'));
const formatCount = (count: number) => count.toLocaleString('en');

interface Texts {
  readonly title: string;
  readonly total: (count: number) => string;
}

interface Props {
  readonly texts: Texts;
  readonly query: StatsQuery;
}

/** A stacked bar per bucket, with a part for each group. */
export function CountsSection({
  texts,
  query,
  labels,
}: Props & { readonly labels: Readonly<Record<string, string>> }) {
  const stats = useStats(query);
  const series = stats.data ? seriesOf(stats.data, labels, query.by!) : [];
  return (
    <ChartSection
      title={texts.title}
      stats={stats}
      summaryOf={({ total }) => texts.total(total.count)}
      series={series}
    >
      {(data) => <CountsChart data={data} series={series} />}
    </ChartSection>
  );
}

function CountsChart({ data, series }: { readonly data: Stats; readonly series: readonly Series[] }) {
  return (
    <Chart
      type="stacked"
      data={data.buckets.map((bucket) => ({
        label: bucketLabel(bucket, data.interval),
        ...Object.fromEntries(series.map(({ name }) => [name, countOf(bucket, name)])),
      }))}
      series={[...series]}
      valueFormatter={formatCount}
      yAxisProps={{ allowDecimals: false, width: 48 }}
      withLegend
    />
  );
}

/** A bar per bucket with the median. */
export function DurationsSection({ texts, query }: Props) {
  const stats = useStats(query);
  return (
    <ChartSection
      title={texts.title}
      stats={stats}
      summaryOf={({ total }) =>
        t.insights.medianOf(formatDuration(total.median_seconds ?? 0), texts.total(total.count))
      }
      series={null}
    >
      {(data) => (
        <Chart
          data={data.buckets.map((bucket) => ({
            label: bucketLabel(bucket, data.interval),
            median: bucket.median_seconds ?? null,
          }))}
          series={[{ name: 'median', label: t.insights.median, color: 'var(--median)' }]}
          valueFormatter={formatDuration}
          yAxisProps={{ width: 64 }}
        />
      )}
    </ChartSection>
  );
}
