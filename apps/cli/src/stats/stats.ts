import type { FeedbackStats, StatsBucket, StatsQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle } from '../output/style';
import { write } from '../output/write';

export interface StatsFlags {
  readonly by?: StatsQuery['by'];
  readonly interval?: StatsQuery['interval'];
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

export async function stats(cli: Cli, metric: StatsQuery['metric'], flags: StatsFlags): Promise<void> {
  const { stdout } = cli.context;
  const response = await cli.client().stats({
    metric,
    by: flags.by,
    interval: flags.interval,
    from: flags.from,
    to: flags.to,
    time_zone: flags.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  const rows = rowsOf(response.data);
  if (!stdout.isTTY) return write(stdout, rows.map((cells) => `${cells.join('\t')}\n`).join(''));
  const total = ['total', '', ...valuesOf(response.data.total, response.data)];
  await write(stdout, alignedLines([...rows, total], createStyle(cli.context, cli.options).bold));
}

export async function counts(cli: Cli): Promise<void> {
  const { stdout } = cli.context;
  const response = await cli.client().counts();
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  const { total, statuses, sources, tags } = response.data;
  const lines = [
    ['total', '', total],
    ...Object.entries(statuses).map(([name, count]) => ['status', name, count]),
    ...Object.entries(sources).map(([name, count]) => ['source', name, count]),
    ...tags.map(({ name, count }) => ['tag', safeLine(name), count]),
  ];
  await write(stdout, lines.map((cells) => `${cells.join('\t')}\n`).join(''));
}

/** Returns the header, and the cells of each bucket. */
function rowsOf(data: FeedbackStats): string[][] {
  const groups = (data.total.groups ?? []).map(({ name }) => safeLine(name));
  const median = hasMedian(data) ? ['median_seconds'] : [];
  const rows = data.buckets.map((bucket) => [
    safeLine(bucket.from),
    safeLine(bucket.to),
    ...valuesOf(bucket, data),
  ]);
  return [['from', 'to', 'count', ...median, ...groups], ...rows];
}

const hasMedian = ({ total }: FeedbackStats): boolean => total.median_seconds !== undefined;

function valuesOf(
  { count, median_seconds: median, groups = [] }: Omit<StatsBucket, 'from' | 'to'>,
  data: FeedbackStats,
): string[] {
  return [
    String(count),
    ...(hasMedian(data) ? [String(median ?? '')] : []),
    ...groups.map((group) => String(group.count)),
  ];
}

/** Formats a table with numbers aligned at the right, and a header in bold. */
function alignedLines(rows: readonly string[][], bold: (text: string) => string): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line, i) => `${i === 0 ? bold(line) : line}\n`).join('');
}
