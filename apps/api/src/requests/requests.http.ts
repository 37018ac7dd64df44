import type { ItemRequest, ListPage } from '@libs/contract';
import {
  newRequestRule,
  newRequestsRule,
  requestJson,
  type FeedbackRequest,
  type AgreedRequest,
  type RequestsQuery,
} from '@libs/feedback';
import type { Page, Valid } from '@libs/kernel';
import type { CursorCodec } from '../cursors/cursor';
import { itemPageJson, itemPageRequest, type OfItem } from '../cursors/pages-of-item';
import { readBody } from '../http/body';
import type { Query } from '../http/query';

const ofItem = (at: Omit<OfItem, 'list'>): OfItem => ({ ...at, list: 'requests' });

/** @throws DomainError `validation` with all errors of the query */
export const requestsQuery = (query: Query, at: Omit<OfItem, 'list'>, cursors: CursorCodec): RequestsQuery =>
  itemPageRequest(query, ofItem(at), cursors);

export const requestsJson = (
  { items, hasMore }: Page<FeedbackRequest>,
  { limit }: RequestsQuery,
  at: Omit<OfItem, 'list'>,
  cursors: CursorCodec,
): ListPage<ItemRequest> =>
  itemPageJson(items.map(requestJson), hasMore ? items.at(-1)!.id : null, limit, ofItem(at), cursors);

/** Whether a body has several requests, which are read by another rule. */
export const hasSeveral = (body: unknown): boolean => Object.hasOwn(Object(body), 'requests');

/** @throws DomainError `validation` with all errors of the body */
export function readRequests(body: unknown): Valid<readonly AgreedRequest[]> {
  if (!hasSeveral(body))
    return [readBody(newRequestRule, body)] as unknown as Valid<readonly AgreedRequest[]>;
  return readBody(newRequestsRule, body).requests as Valid<readonly AgreedRequest[]>;
}
