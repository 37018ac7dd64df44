import { feedbackJson, positionOf, type Feedback, type FeedbackQuery } from '@libs/feedback';
import type { Page } from '@libs/kernel';
import type { CursorCodec, CursorScope } from './cursor';
import { LIMIT_DEFAULT, LIMIT_MAX, ListParameters, SELECTION, type Parameters } from './list-parameters';

export { LIMIT_DEFAULT, LIMIT_MAX };
export const OFFSET_MAX = 2_147_483_647;

/** What `GET /feedback` was asked for, understood and in bounds. */
export interface ListRequest {
  readonly query: FeedbackQuery;
  readonly includeTotal: boolean;
  /** How the request names its page; null where it does not: then it is the first one, and a cursor leads on. */
  readonly pagedBy: 'cursor' | 'offset' | null;
  /** Which list its cursors go on in. */
  readonly scope: CursorScope;
  /** Filter and order as they were given, each with an `&` behind: what links keep. */
  readonly kept: string;
}

const NAMES = [...SELECTION, 'limit', 'offset', 'include_total', 'cursor'];

/** @throws DomainError `validation` with every fault of the query */
export function listRequest(given: Parameters, accountId: string, cursors: CursorCodec): ListRequest {
  const parameters = new ListParameters(given);
  const selection = parameters.selection();
  const limit = parameters.limit();
  const offset = parameters.wholeNumber('offset', 0, OFFSET_MAX, 0);
  const includeTotal = parameters.flag('include_total');
  const scope = { accountId, selection };
  const after = parameters.cursor(scope, cursors);
  const byCursor = given['cursor'] !== undefined;
  const byOffset = given['offset'] !== undefined;
  if (byCursor && byOffset) parameters.refuse('offset', 'must not be combined with cursor');
  if (byCursor && includeTotal) parameters.refuse('include_total', 'must not be combined with cursor');
  parameters.end(NAMES);
  return {
    query: { ...selection, limit, offset, after },
    includeTotal,
    pagedBy: byCursor ? 'cursor' : byOffset ? 'offset' : null,
    scope,
    kept: keptOf(given),
  };
}

function keptOf(given: Parameters): string {
  let kept = '';
  for (const name of SELECTION) {
    const value = given[name];
    if (value !== undefined) kept += `${name}=${encodeURIComponent(value as string)}&`;
  }
  return kept;
}

/** Body of the list: `{"data": […], "pagination": {…}}` (lists.md 7). */
export function listJson(page: Page<Feedback>, request: ListRequest, cursors: CursorCodec) {
  const { limit, offset, sort } = request.query;
  const last = page.items.at(-1);
  return {
    data: page.items.map(feedbackJson),
    pagination: {
      limit,
      offset: request.pagedBy === 'cursor' ? null : offset,
      has_more: page.hasMore,
      next_cursor: page.hasMore && last ? cursors.encode(request.scope, positionOf(last, sort)) : null,
      ...(page.total !== undefined && { total: page.total }),
    },
  };
}

/**
 * RFC 8288, absolute and with the filters kept (lists.md 8). An offset stays an offset; a request without one goes on
 * by cursor, so that an item added meanwhile repeats none.
 * @param address of the list, without query
 */
export function listLinks(
  address: string,
  page: Page<Feedback>,
  { query: { limit, offset }, kept, includeTotal, pagedBy }: ListRequest,
  nextCursor: string | null,
): string {
  const link = (rest: string, rel: string) => `<${address}?${kept}limit=${limit}${rest}>; rel="${rel}"`;
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
