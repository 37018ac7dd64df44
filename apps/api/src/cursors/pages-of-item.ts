import type { ListPage } from '@libs/contract';
import { cursorRule, limitRule, PAGE_DEFAULT } from '@libs/feedback';
import { optional, throwIfInvalid, type Issue } from '@libs/kernel';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';
import type { CursorCodec } from './cursor';

const FIELDS = { limit: optional(limitRule), cursor: optional(cursorRule) };

/** The history, the notes, or the requests of an item. A cursor of another list is rejected. */
export interface OfItem {
  readonly accountId: string;
  readonly list: 'history' | 'notes' | 'requests';
  readonly itemId: string;
}

interface ItemPageRequest {
  readonly limit: number;
  /** What the last page ended with. */
  readonly after?: string;
}

/** @throws DomainError `validation` with all errors of the query */
export function itemPageRequest(
  query: Query,
  { itemId, ...scope }: OfItem,
  cursors: CursorCodec,
): ItemPageRequest {
  const issues: Issue[] = [];
  const { limit = PAGE_DEFAULT, cursor } = readQuery(FIELDS, query, issues);
  const position = cursor === undefined ? null : cursors.decode(scope, cursor);
  const isOfItem = position?.key === itemId.toLowerCase();
  if (cursor !== undefined && !isOfItem) issues.push(invalidParameter('cursor', cursorRule.demand!));
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { limit, ...(position && { after: position.id }) };
}

/** @param last what the page ends with; null on the last page */
export function itemPageJson<T>(
  data: readonly T[],
  last: string | null,
  limit: number,
  { itemId, ...scope }: OfItem,
  cursors: CursorCodec,
): ListPage<T> {
  const cursor = last === null ? null : cursors.encode(scope, { key: itemId.toLowerCase(), id: last });
  return { data, pagination: { limit, has_more: last !== null, next_cursor: cursor } };
}
