import type { Item, ItemCounts, ListPage, QuarantinedItem } from '@libs/contract';
import {
  feedbackJson,
  positionOf,
  removalsRule,
  type Feedback,
  type FeedbackQuery,
  type ItemVersion,
  type QuarantinedFeedback,
  type QuarantineQuery,
  type Status,
  type StatuslessFilter,
} from '@libs/feedback';
import type { Page } from '@libs/kernel';
import { Required } from '../../http/body';
import type { CursorCodec, CursorScope } from '../../feedback/lists/cursor';
import { ListParameters, OWNER_SELECTION, type Parameters } from '../../feedback/lists/list-parameters';

/** The API's item and its version, which the dashboard sends back as `If-Match`. */
export function itemJson(item: Feedback): Item {
  return { ...feedbackJson(item), version: item.version };
}

export function quarantinedJson(entry: QuarantinedFeedback): QuarantinedItem {
  return {
    id: entry.id,
    title: entry.title,
    description: entry.description,
    submitter_email: entry.submitterEmail,
    source: entry.source,
    reason: entry.reason,
    created_at: entry.createdAt,
  };
}

export function countsJson(counts: Readonly<Record<Status, number>>, quarantined: number): ItemCounts {
  return { ...counts, quarantined };
}

/** Body of `POST feedback/batch/delete`. */
export class RemovalsBody {
  @Required(removalsRule) items!: readonly ItemVersion[];
}

/** What a list was asked for, and which list its cursors go on in. */
export interface ListRequest<Query> {
  readonly query: Query;
  readonly scope: CursorScope;
}

/** @throws DomainError `validation` with every fault of the query */
export function itemsRequest(
  given: Parameters,
  accountId: string,
  cursors: CursorCodec,
): ListRequest<FeedbackQuery> {
  const parameters = new ListParameters(given);
  const selection = parameters.ownerSelection();
  const limit = parameters.limit();
  const scope = { accountId, selection };
  const after = parameters.cursor(scope, cursors);
  parameters.end([...OWNER_SELECTION, 'limit', 'cursor']);
  return { query: { ...selection, limit, offset: 0, after }, scope };
}

export function itemsJson(
  page: Page<Feedback>,
  { query, scope }: ListRequest<FeedbackQuery>,
  cursors: CursorCodec,
): ListPage<Item> {
  const last = page.items.at(-1);
  const next = page.hasMore && last ? cursors.encode(scope, positionOf(last, query.sort)) : null;
  return {
    data: page.items.map(itemJson),
    pagination: { limit: query.limit, has_more: page.hasMore, next_cursor: next },
  };
}

/** The names of a list's filters, without what the counts are made by and what puts it in order. */
const COUNTED = OWNER_SELECTION.filter((name) => name !== 'status' && name !== 'sort');

/** @throws DomainError `validation` with every fault of the query */
export function countsFilter(given: Parameters): StatuslessFilter {
  const parameters = new ListParameters(given);
  const { status: _status, sort: _sort, ...filter } = parameters.ownerSelection();
  parameters.end(COUNTED);
  return filter;
}

/** @throws DomainError `validation` with every fault of the query */
export function quarantineRequest(
  given: Parameters,
  accountId: string,
  cursors: CursorCodec,
): ListRequest<QuarantineQuery> {
  const parameters = new ListParameters(given);
  const limit = parameters.limit();
  const scope = { accountId, list: 'quarantine' } as const;
  const after = parameters.cursor(scope, cursors);
  parameters.end(['limit', 'cursor']);
  return { query: { limit, after: after?.id }, scope };
}

export function quarantineJson(
  page: Page<QuarantinedFeedback>,
  { query, scope }: ListRequest<QuarantineQuery>,
  cursors: CursorCodec,
): ListPage<QuarantinedItem> {
  const last = page.items.at(-1);
  const next = page.hasMore && last ? cursors.encode(scope, { id: last.id }) : null;
  return {
    data: page.items.map(quarantinedJson),
    pagination: { limit: query.limit, has_more: page.hasMore, next_cursor: next },
  };
}
