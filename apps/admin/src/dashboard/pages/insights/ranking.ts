import type { Item, Stats } from '@libs/contract';
import { csvCell } from '../../../ui/csv';

/** A row of a list with bars. */
export interface RankedRow {
  readonly id: string;
  readonly label: string;
  /** A path of the dashboard. */
  readonly to: string;
  readonly count: number;
}

/** The headers of a list's table and file. */
export interface RankingColumns {
  readonly label: string;
  readonly count: string;
}

const TAGS_SHOWN = 10;

/** Returns the tags with the most items, with links to the items since the first day of the range. */
export function topTags({ from, total }: Pick<Stats, 'from' | 'total'>): readonly RankedRow[] {
  return (total.groups ?? [])
    .filter(({ count }) => count > 0)
    .slice(0, TAGS_SHOWN)
    .map(({ name, count }) => ({
      id: name,
      label: name,
      to: `/inbox?${new URLSearchParams({ tag: name, from })}`,
      count,
    }));
}

/** Returns the items that several people requested. */
export function mostRequested(items: readonly Item[]): readonly RankedRow[] {
  return items
    .filter(({ request_count: count }) => count > 1)
    .map(({ id, title, request_count: count }) => ({
      id,
      label: title,
      to: `/inbox?${new URLSearchParams({ sort: '-request_count', item: id })}`,
      count,
    }));
}

/** Returns the rows as CSV (RFC 4180). */
export function rankingCsv({ label, count }: RankingColumns, rows: readonly RankedRow[]): string {
  const lines = rows.map((row) => `${csvCell(row.label)},${row.count}`);
  return [`${label},${count}`, ...lines].map((line) => `${line}\r\n`).join('');
}
