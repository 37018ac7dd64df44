import type { Stats, StatsBucket, StatsGroups } from '@libs/contract';
import { Table } from '@mantine/core';
import { t } from '../../../messages';
import { countOf, formatDuration, fullDate, type Series } from './chart-rows';

const texts = t.insights;

interface Props {
  readonly data: Stats;
  /** The groups; null for durations. */
  readonly series: readonly Series[] | null;
}

/** The numbers of a chart, with the totals in the last row. */
export function StatsTable({ data, series }: Props) {
  const isDay = data.interval === 'day';
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{isDay ? texts.day : texts.from}</Table.Th>
          {!isDay && <Table.Th>{texts.to}</Table.Th>}
          {series?.map(({ name, label }) => (
            <Table.Th key={name}>{label}</Table.Th>
          ))}
          <Table.Th>{series ? texts.total : texts.count}</Table.Th>
          {!series && <Table.Th>{texts.median}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.buckets.map((bucket) => (
          <Row key={bucket.from} bucket={bucket} isDay={isDay} series={series} />
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row" colSpan={isDay ? 1 : 2}>
            {texts.total}
          </Table.Th>
          <Numbers value={data.total} series={series} />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

function Row({
  bucket,
  isDay,
  series,
}: {
  readonly bucket: StatsBucket;
  readonly isDay: boolean;
  readonly series: Props['series'];
}) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{fullDate(bucket.from)}</Table.Th>
      {!isDay && <Table.Td>{fullDate(bucket.to)}</Table.Td>}
      <Numbers value={bucket} series={series} />
    </Table.Tr>
  );
}

function Numbers({ value, series }: { readonly value: StatsGroups; readonly series: Props['series'] }) {
  const { count, median_seconds: median } = value;
  return (
    <>
      {series?.map(({ name }) => (
        <Table.Td key={name}>{countOf(value, name).toLocaleString('en')}</Table.Td>
      ))}
      <Table.Td>{count.toLocaleString('en')}</Table.Td>
      {!series && <Table.Td>{typeof median === 'number' ? formatDuration(median) : '–'}</Table.Td>}
    </>
  );
}
