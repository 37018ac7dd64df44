import type { SignedIn } from '@libs/accounts';
import type { Item, ItemCounts, ListPage } from '@libs/contract';
import {
  cursorRule,
  itemJson,
  limitRule,
  MEMBER_SELECTION_FIELDS,
  memberSelectionOf,
  type Feedback,
  type FeedbackQuery,
  type StatusCounts,
  type StatuslessFilter,
} from '@libs/feedback';
import { booleanRule, optional, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import type { CursorCodec } from '../cursors/cursor';
import { nextCursor, pageRequest, type PageRequest } from '../cursors/item-pages';
import { queryOf, readQuery, unknownParameters, type Query } from '../http/query';

const LIST = { ...MEMBER_SELECTION_FIELDS, limit: optional(limitRule), cursor: optional(cursorRule) };

/** @throws DomainError `validation` with every error of the query */
export function itemsRequest(
  query: Query,
  { accountId, personId }: SignedIn,
  cursors: CursorCodec,
): PageRequest<FeedbackQuery> {
  const issues: Issue[] = [];
  const values = readQuery(LIST, query, issues);
  const request = pageRequest(memberSelectionOf(values, personId), values, accountId, cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(LIST, query)]);
  return request;
}

export function itemsJson(
  page: Page<Feedback>,
  request: PageRequest<FeedbackQuery>,
  cursors: CursorCodec,
): ListPage<Item> {
  const next = nextCursor(page, request, cursors);
  return {
    data: page.items.map(itemJson),
    pagination: { limit: request.query.limit, has_more: page.hasMore, next_cursor: next },
  };
}

const { status: _status, sort: _sort, ...FILTERS } = MEMBER_SELECTION_FIELDS;
const COUNTED = { ...FILTERS, exact: optional(booleanRule) };

/**
 * Returns the filters of a list, without status and sort order, and whether to count all items.
 * @throws DomainError `validation` with every error of the query
 */
export function countsRequest(
  query: Query,
  { personId }: SignedIn,
): { filter: StatuslessFilter; exact: boolean } {
  const { exact = false, ...filters } = queryOf(COUNTED, query);
  return { filter: memberSelectionOf(filters, personId), exact };
}

export function countsJson({ counts, atLeast }: StatusCounts, quarantined: number): ItemCounts {
  return { ...counts, quarantined, at_least: atLeast };
}
