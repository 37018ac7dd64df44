import { isStatus, STATUSES, type Feedback, type FeedbackQuery, type Status } from '@libs/feedback';
import { DomainError, type Issue, type Page } from '@libs/kernel';
import { invalidParameter, strayParameter } from '../http/refusals';
import type { CursorCodec } from './cursor';
import { feedbackJson } from './feedback.http';

export const LIMIT_DEFAULT = 20;
export const LIMIT_MAX = 100;
export const OFFSET_MAX = 2_147_483_647;

/** What `GET /feedback` was asked for, understood and in bounds. */
export interface ListRequest {
  readonly query: FeedbackQuery;
  readonly includeTotal: boolean;
  /** Paged by cursor: there is no offset then. */
  readonly byCursor: boolean;
}

type Parameters = Readonly<Record<string, string | string[]>>;
const NAMES = ['status', 'limit', 'offset', 'include_total', 'cursor'];

/**
 * By hand and without reflection, because this is the hot path.
 * @throws DomainError `validation` with every fault of the query
 */
export function listRequest(parameters: Parameters, accountId: string, cursors: CursorCodec): ListRequest {
  const issues: Issue[] = [];
  const text = (name: string): string | undefined => {
    const value = parameters[name];
    if (!Array.isArray(value)) return value;
    issues.push(strayParameter(name, value));
    return undefined;
  };
  const status = statusOf(text('status'), issues);
  const limit = wholeNumber('limit', text('limit'), 1, LIMIT_MAX, LIMIT_DEFAULT, issues);
  const offset = wholeNumber('offset', text('offset'), 0, OFFSET_MAX, 0, issues);
  const includeTotal = flag('include_total', text('include_total'), issues);
  const cursor = text('cursor');
  const after = cursor === undefined ? undefined : positionOf(cursor, { accountId, status }, cursors, issues);
  if (cursor !== undefined && parameters['offset'] !== undefined) {
    issues.push(invalidParameter('offset', 'must not be combined with cursor'));
  }
  if (cursor !== undefined && includeTotal) {
    issues.push(invalidParameter('include_total', 'must not be combined with cursor'));
  }
  for (const name in parameters) {
    if (!NAMES.includes(name)) issues.push(strayParameter(name, parameters[name]));
  }
  const [first, ...rest] = issues;
  if (first) throw DomainError.invalid([first, ...rest]);
  return { query: { status, limit, offset, after }, includeTotal, byCursor: cursor !== undefined };
}

/** Body of the list: `{"data": […], "pagination": {…}}` (API.md 1.8). */
export function listJson(
  page: Page<Feedback>,
  request: ListRequest,
  accountId: string,
  cursors: CursorCodec,
) {
  const { limit, offset, status } = request.query;
  const last = page.items.at(-1);
  return {
    data: page.items.map(feedbackJson),
    pagination: {
      limit,
      offset: request.byCursor ? null : offset,
      has_more: page.hasMore,
      next_cursor: page.hasMore && last ? cursors.encode({ accountId, status }, last.id) : null,
      ...(page.total !== undefined && { total: page.total }),
    },
  };
}

/** RFC 8288, absolute and with the filters kept (API.md 1.8). @param address of the list, without query */
export function listLinks(
  address: string,
  page: Page<Feedback>,
  request: ListRequest,
  nextCursor: string | null,
): string {
  const { status, limit, offset } = request.query;
  const filters = `${status ? `status=${status}&` : ''}limit=${limit}`;
  const total = request.includeTotal ? '&include_total=true' : '';
  const link = (rest: string, rel: string) => `<${address}?${filters}${rest}>; rel="${rel}"`;
  const at = (start: number, rel: string) => link(`${start > 0 ? `&offset=${start}` : ''}${total}`, rel);
  if (request.byCursor) return nextCursor ? link(`&cursor=${nextCursor}`, 'next') : '';
  const links = [at(0, 'first')];
  if (offset > 0) links.push(at(Math.max(0, offset - limit), 'prev'));
  if (page.hasMore && offset + limit <= OFFSET_MAX) links.push(at(offset + limit, 'next'));
  if (page.total !== undefined)
    links.push(at(Math.floor(Math.max(0, page.total - 1) / limit) * limit, 'last'));
  return links.join(', ');
}

function statusOf(text: string | undefined, issues: Issue[]): Status | undefined {
  if (text === undefined || isStatus(text)) return text;
  issues.push(invalidParameter('status', `must be one of ${STATUSES.join(', ')}`));
  return undefined;
}

function wholeNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
  fallback: number,
  issues: Issue[],
): number {
  if (text === undefined) return fallback;
  const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  issues.push(invalidParameter(name, `must be an integer between ${min} and ${max}`));
  return fallback;
}

function flag(name: string, text: string | undefined, issues: Issue[]): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  issues.push(invalidParameter(name, 'must be true or false'));
  return false;
}

function positionOf(
  cursor: string,
  scope: { accountId: string; status?: Status },
  cursors: CursorCodec,
  issues: Issue[],
): string | undefined {
  const after = cursors.decode(scope, cursor);
  if (after !== null) return after;
  issues.push(invalidParameter('cursor', 'must be the next_cursor of the same list'));
  return undefined;
}
