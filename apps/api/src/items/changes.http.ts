import {
  CHANGES_FILTERS,
  CHANGES_SORT,
  feedbackJson,
  PAGE_DEFAULT,
  type ChangesQuery,
  type ListedChange,
} from '@libs/feedback';
import { throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import { positionAt, type CursorCodec } from '../cursors/cursor';
import type { PageRequest } from '../cursors/item-pages';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';
import { LIST_FIELDS, linkParametersOf, type LinkRequest } from './list.http';

/** A valid request for a list with deleted items (lists.md 10). */
export interface ChangesRequest extends PageRequest<ChangesQuery> {
  readonly links: LinkRequest;
}

const ALLOWED: readonly string[] = [...CHANGES_FILTERS, 'sort', 'limit', 'cursor', 'include_deleted'];
const DEMAND = `must be combined with updated_after and sort=${CHANGES_SORT}`;

export const asksForDeleted = (parameters: Query): boolean => parameters['include_deleted'] === 'true';

/** @throws DomainError `validation` with all errors of the query */
export function changesRequest(parameters: Query, accountId: string, cursors: CursorCodec): ChangesRequest {
  const issues: Issue[] = [];
  const values = readQuery(LIST_FIELDS, parameters, issues);
  const { updated_after = '', updated_before, merged, limit = PAGE_DEFAULT, cursor } = values;
  if (!parameters['updated_after'] || parameters['sort'] !== CHANGES_SORT)
    issues.push(invalidParameter('include_deleted', DEMAND));
  for (const name in LIST_FIELDS) {
    if (parameters[name] !== undefined && !ALLOWED.includes(name))
      issues.push(invalidParameter(name, 'must not be combined with include_deleted'));
  }
  const filter = { updated_after, updated_before, merged };
  const scope = { accountId, list: 'with-deleted', selection: { ...filter, sort: CHANGES_SORT } } as const;
  const after = positionAt(cursor, scope, cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(LIST_FIELDS, parameters)]);
  const links = {
    query: { limit, offset: 0 },
    linkParameters: linkParametersOf(parameters),
    includeTotal: false,
    pagedBy: cursor === undefined ? null : ('cursor' as const),
  };
  return { query: { ...filter, limit, after }, scope, links };
}

/** Body of the list: `deleted` has the deleted items of the page. */
export function changesJson(
  { items, hasMore }: Page<ListedChange>,
  { query: { limit }, scope, links }: ChangesRequest,
  cursors: CursorCodec,
) {
  const last = items.at(-1);
  return {
    data: items.flatMap(({ item }) => (item ? [feedbackJson(item)] : [])),
    deleted: items.flatMap(({ deleted }) => deleted ?? []),
    pagination: {
      limit,
      offset: links.pagedBy === 'cursor' ? null : 0,
      has_more: hasMore,
      next_cursor: hasMore && last ? cursors.encode(scope, last.position) : null,
    },
  };
}
