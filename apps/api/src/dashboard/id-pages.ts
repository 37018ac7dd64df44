import {
  isUuid,
  limitRule,
  optional,
  PAGE_DEFAULT,
  stringRule,
  throwIfInvalid,
  type Issue,
  type Page,
} from '@libs/kernel';
import type { ListPage } from '@libs/contract';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';

const FIELDS = { cursor: optional(stringRule), limit: optional(limitRule) };

/** A page of a list whose cursor is the ID of the last entry of the page before. */
export interface IdPage {
  readonly before: string | undefined;
  readonly limit: number;
}

/** @throws DomainError `validation` with all errors of the query */
export function idPageOf(query: Query): IdPage {
  const issues: Issue[] = [];
  const { cursor: before, limit = PAGE_DEFAULT } = readQuery(FIELDS, query, issues);
  if (before !== undefined && !isUuid(before)) {
    issues.push(invalidParameter('cursor', 'must be the next_cursor of a page'));
  }
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { before, limit };
}

export function idPageJson<T extends { readonly id: string }, J>(
  { items, hasMore }: Page<T>,
  limit: number,
  toJson: (item: T) => J,
): ListPage<J> {
  return {
    data: items.map(toJson),
    pagination: { limit, has_more: hasMore, next_cursor: hasMore ? items.at(-1)!.id : null },
  };
}
