import type { HistoryChange, ListPage } from '@libs/contract';
import type { HistoryPage, HistoryQuery } from '@libs/feedback';
import type { CursorCodec } from '../cursors/cursor';
import { itemPageJson, itemPageRequest, type OfItem } from '../cursors/pages-of-item';
import type { Query } from '../http/query';

type ItemOf = Omit<OfItem, 'list'>;

/** @throws DomainError `validation` with all errors of the query */
export function historyRequest(query: Query, at: ItemOf, cursors: CursorCodec): HistoryQuery {
  const { limit, after } = itemPageRequest(query, { ...at, list: 'history' }, cursors);
  return { limit, before: after === undefined ? null : Number(after) };
}

export const historyJson = (
  { entries, next }: HistoryPage,
  { limit }: HistoryQuery,
  at: ItemOf,
  cursors: CursorCodec,
): ListPage<HistoryChange> =>
  itemPageJson(entries, next === null ? null : String(next), limit, { ...at, list: 'history' }, cursors);
