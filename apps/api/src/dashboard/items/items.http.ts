import type { Item, ItemCounts, ListPage, QuarantinedItem } from '@libs/api-client';
import {
  feedbackJson,
  positionOf,
  type Feedback,
  type FeedbackQuery,
  type QuarantinedFeedback,
  type QuarantineQuery,
  type Status,
} from '@libs/feedback';
import type { Page } from '@libs/kernel';
import type { CursorCodec, CursorScope } from '../../feedback/cursor';
import { ListParameters, SELECTION, type Parameters } from '../../feedback/list-parameters';

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
  const selection = { ...parameters.selection(), importId: parameters.importId() };
  const limit = parameters.limit();
  const scope = { accountId, selection };
  const after = parameters.cursor(scope, cursors);
  parameters.end([...SELECTION, 'import', 'limit', 'cursor']);
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

/** @throws DomainError `validation` with every fault of the query */
export function searchOf(given: Parameters): string | undefined {
  const parameters = new ListParameters(given);
  const q = parameters.q();
  parameters.end(['q']);
  return q;
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
