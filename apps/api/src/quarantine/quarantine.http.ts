import type { ListPage, QuarantinedItem } from '@libs/contract';
import {
  cursorRule,
  limitRule,
  PAGE_DEFAULT,
  quarantinedJson,
  type QuarantinedFeedback,
  type QuarantineQuery,
} from '@libs/feedback';
import { optional, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import { positionAt, type CursorCodec } from '../cursors/cursor';
import type { PageRequest } from '../cursors/item-pages';
import { readQuery, unknownParameters, type Query } from '../http/query';

const PAGE = { limit: optional(limitRule), cursor: optional(cursorRule) };

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
