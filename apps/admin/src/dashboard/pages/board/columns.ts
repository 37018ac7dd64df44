import type { Sort, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';

/** Orders of the cards in each column. */
export const BOARD_SORTS = [
  '-created_at',
  '-request_count',
  '-request_value',
  '-updated_at',
] as const satisfies readonly Sort[];
export type BoardSort = (typeof BOARD_SORTS)[number];

/** Reads the order from the URL; ignores an invalid one. */
export const readBoardSort = (params: URLSearchParams): BoardSort =>
  BOARD_SORTS.find((sort) => sort === params.get('sort')) ?? BOARD_SORTS[0];

/** The IDs of the cards in each column, from the top. */
export type Columns = Readonly<Partial<Record<Status, readonly string[]>>>;

/** The card next to a card; in another column, the one in the same row or the last one. Null at the edge. */
export function adjacentCard(columns: Columns, id: string, key: string): string | null {
  const column = STATUSES.findIndex((status) => columns[status]?.includes(id));
  const row = columns[STATUSES[column]!]?.indexOf(id) ?? -1;
  const cardAt = (status: Status | undefined, position: number) =>
    (status && columns[status]?.[position]) ?? null;
  switch (key) {
    case 'ArrowDown':
      return cardAt(STATUSES[column], row + 1);
    case 'ArrowUp':
      return cardAt(STATUSES[column], row - 1);
    case 'ArrowRight':
      return cardInNearestColumn(columns, STATUSES.slice(column + 1), row);
    case 'ArrowLeft':
      return column < 0 ? null : cardInNearestColumn(columns, STATUSES.slice(0, column).reverse(), row);
    default:
      return null;
  }
}

/** Skips empty columns. */
function cardInNearestColumn(columns: Columns, statuses: readonly Status[], row: number): string | null {
  const cards = statuses.map((status) => columns[status] ?? []).find(({ length }) => length > 0);
  return cards ? cards[Math.min(row, cards.length - 1)]! : null;
}
