import {
  cursorRule,
  limitRule,
  optional,
  PAGE_DEFAULT,
  throwIfInvalid,
  type Issue,
  type Page,
} from '@libs/kernel';
import type { ListPage } from '@libs/contract';
import { readQuery, unknownParameters, type Query } from '../http/query';
import { positionAt, type CursorCodec, type CursorScope } from './cursor';

const FIELDS = { cursor: optional(cursorRule), limit: optional(limitRule) };

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
  const position = positionAt(cursor, scope, cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { before: position?.id, limit, cursorAfter: (id) => cursors.encode(scope, { id }) };
}

export function idPageJson<T extends { readonly id: string }, J>(
  { items, hasMore }: Page<T>,
  { limit, cursorAfter }: Pick<IdPage, 'limit' | 'cursorAfter'>,
  toJson: (item: T) => J,
): ListPage<J> {
  return {
    data: items.map(toJson),
    pagination: { limit, has_more: hasMore, next_cursor: hasMore ? cursorAfter(items.at(-1)!.id) : null },
  };
}
