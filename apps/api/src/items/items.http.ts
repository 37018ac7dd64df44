import type { SignedIn } from '@libs/accounts';
import type { Item, ItemCounts, ListPage, QuarantinedItem } from '@libs/contract';
import {
  cursorRule,
  feedbackJson,
  limitRule,
  MEMBER_SELECTION_FIELDS,
  memberSelectionOf,
  PAGE_DEFAULT,
  quarantinedJson,
  type Feedback,
  type FeedbackQuery,
  type QuarantinedFeedback,
  type QuarantineQuery,
  type Status,
  type StatuslessFilter,
} from '@libs/feedback';
import { optional, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import { positionAt, type CursorCodec } from '../cursors/cursor';
import { nextCursor, pageRequest, type PageRequest } from '../lists/list.http';
import { queryOf, readQuery, unknownParameters, type Query } from '../http/query';

/** The item of the REST API and its version, which the dashboard sends as `If-Match`. */
export function itemJson(item: Feedback): Item {
  return { ...feedbackJson(item), version: item.version };
}

export function countsJson(counts: Readonly<Record<Status, number>>, quarantined: number): ItemCounts {
  return { ...counts, quarantined };
}

const PAGE = { limit: optional(limitRule), cursor: optional(cursorRule) };
const LIST = { ...MEMBER_SELECTION_FIELDS, ...PAGE };

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

const { status: _status, sort: _sort, ...COUNTED } = MEMBER_SELECTION_FIELDS;

/**
 * Returns the filters of a list, without status and sort order.
 * @throws DomainError `validation` with every error of the query
 */
export const countsFilter = (query: Query, { personId }: SignedIn): StatuslessFilter =>
  memberSelectionOf(queryOf(COUNTED, query), personId);

/** @throws DomainError `validation` with every error of the query */
export function quarantineRequest(
  query: Query,
  accountId: string,
  cursors: CursorCodec,
): PageRequest<QuarantineQuery> {
  const issues: Issue[] = [];
  const { limit = PAGE_DEFAULT, cursor } = readQuery(PAGE, query, issues);
  const scope = { accountId, list: 'quarantine' } as const;
  const after = positionAt(cursor, scope, cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(PAGE, query)]);
  return { query: { limit, after: after?.id }, scope };
}

export function quarantineJson(
  page: Page<QuarantinedFeedback>,
  { query, scope }: PageRequest<QuarantineQuery>,
  cursors: CursorCodec,
): ListPage<QuarantinedItem> {
  const last = page.items.at(-1);
  const next = page.hasMore && last ? cursors.encode(scope, { id: last.id }) : null;
  return {
    data: page.items.map(quarantinedJson),
    pagination: { limit: query.limit, has_more: page.hasMore, next_cursor: next },
  };
}
