import {
  cursorRule,
  feedbackJson,
  limitRule,
  SELECTION_FIELDS,
  selectionOf,
  type Feedback,
  type FeedbackQuery,
} from '@libs/feedback';
import { booleanRule, integerRule, optional, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';
import type { CursorCodec } from '../cursors/cursor';
import { nextCursor, pageRequest, type PageRequest } from '../cursors/item-pages';

export const OFFSET_MAX = 2_147_483_647;

/** What links depend on. */
export interface LinkRequest {
  readonly query: Pick<FeedbackQuery, 'limit' | 'offset'>;
  readonly includeTotal: boolean;
  /** How the request selects its page. Null means the first page, which continues by cursor. */
  readonly pagedBy: 'cursor' | 'offset' | null;
  /** The filters and the sort order for links, each followed by `&`. */
  readonly linkParameters: string;
}

/** A valid `GET /feedback` request without deleted items. */
export type ListRequest = PageRequest<FeedbackQuery> & LinkRequest;

export const LIST_FIELDS = {
  ...SELECTION_FIELDS,
  limit: optional(limitRule),
  offset: optional(integerRule(0, OFFSET_MAX)),
  include_total: optional(booleanRule),
  include_deleted: optional(booleanRule),
  cursor: optional(cursorRule),
};

/** @throws DomainError `validation` with all errors of the query */
export function listRequest(parameters: Query, accountId: string, cursors: CursorCodec): ListRequest {
  const issues: Issue[] = [];
  const values = readQuery(LIST_FIELDS, parameters, issues);
  const { include_total: includeTotal = false } = values;
  const { query, scope } = pageRequest(selectionOf(values), values, accountId, cursors, issues);
  const byCursor = parameters['cursor'] !== undefined;
  const byOffset = parameters['offset'] !== undefined;
  if (byCursor && byOffset) issues.push(invalidParameter('offset', 'must not be combined with cursor'));
  if (byCursor && includeTotal) {
    issues.push(invalidParameter('include_total', 'must not be combined with cursor'));
  }
  throwIfInvalid([...issues, ...unknownParameters(LIST_FIELDS, parameters)]);
  return {
    query,
    includeTotal,
    pagedBy: byCursor ? 'cursor' : byOffset ? 'offset' : null,
    scope,
    linkParameters: linkParametersOf(parameters),
  };
}

const LINKED = [...Object.keys(SELECTION_FIELDS), 'include_deleted'];

export function linkParametersOf(parameters: Query): string {
  let linkParameters = '';
  for (const name of LINKED) {
    const value = parameters[name];
    if (value !== undefined) linkParameters += `${name}=${encodeURIComponent(value as string)}&`;
  }
  return linkParameters;
}

/** Body of the list: `{"data": […], "pagination": {…}}` (lists.md 7). */
export function listJson(page: Page<Feedback>, request: ListRequest, cursors: CursorCodec) {
  const { limit, offset } = request.query;
  return {
    data: page.items.map(feedbackJson),
    pagination: {
      limit,
      offset: request.pagedBy === 'cursor' ? null : offset,
      has_more: page.hasMore,
      next_cursor: nextCursor(page, request, cursors),
      ...(page.total !== undefined && { total: page.total }),
    },
  };
}

/**
 * Returns the `Link` header (RFC 8288) with absolute URLs and the filters of the request (lists.md 8). With an offset,
 * links have offsets. Otherwise the next page has a cursor, so that new items cause no repeated items.
 * @param address URL of the list, without a query
 */
export function listLinks(
  address: string,
  page: Page<unknown>,
  { query: { limit, offset }, linkParameters, includeTotal, pagedBy }: LinkRequest,
  nextCursor: string | null,
): string {
  const link = (rest: string, rel: string) =>
    `<${address}?${linkParameters}limit=${limit}${rest}>; rel="${rel}"`;
  const total = includeTotal ? '&include_total=true' : '';
  const at = (start: number, rel: string) => link(`&offset=${start}${total}`, rel);
  const next = nextCursor ? [link(`&cursor=${nextCursor}`, 'next')] : [];
  if (pagedBy === 'cursor') return next.join(', ');
  const last =
    page.total === undefined ? [] : [at(Math.floor(Math.max(0, page.total - 1) / limit) * limit, 'last')];
  if (pagedBy === null) return [link(total, 'first'), ...next, ...last].join(', ');
  const links = [at(0, 'first')];
  if (offset > 0) links.push(at(Math.max(0, offset - limit), 'prev'));
  if (page.hasMore && offset + limit <= OFFSET_MAX) links.push(at(offset + limit, 'next'));
  return [...links, ...last].join(', ');
}
