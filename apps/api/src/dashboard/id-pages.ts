import {
  limitRule,
  optional,
  PAGE_DEFAULT,
  stringRule,
  throwIfInvalid,
  type Issue,
  type Page,
} from '@libs/kernel';
import type { ListPage } from '@libs/contract';
import type { CursorCodec, CursorScope } from '../feedback/lists/cursor';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';

const FIELDS = { cursor: optional(stringRule), limit: optional(limitRule) };

/** A page of a list that is sorted by ID. */
export interface IdPage {
  /** The ID of the last entry of the page before. */
  readonly before: string | undefined;
  readonly limit: number;
  /** Returns the cursor after an entry, which belongs to the account and the list. */
  cursorAfter(id: string): string;
}

/** @throws DomainError `validation` with all errors of the query */
export function idPageOf(query: Query, scope: CursorScope, cursors: CursorCodec): IdPage {
  const issues: Issue[] = [];
  const { cursor, limit = PAGE_DEFAULT } = readQuery(FIELDS, query, issues);
  const position = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  if (position === null) issues.push(invalidParameter('cursor', 'must be the next_cursor of a page'));
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { before: position?.id, limit, cursorAfter: (id) => cursors.encode(scope, { id }) };
}

export function idPageJson<T extends { readonly id: string }, J>(
  { items, hasMore }: Page<T>,
  { limit, cursorAfter }: IdPage,
  toJson: (item: T) => J,
): ListPage<J> {
  return {
    data: items.map(toJson),
    pagination: { limit, has_more: hasMore, next_cursor: hasMore ? cursorAfter(items.at(-1)!.id) : null },
  };
}
