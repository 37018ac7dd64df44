import type { FeedbackEventPage } from '@libs/contract';
import { PAGE_DEFAULT, throwIfInvalid, type Issue } from '@libs/kernel';
import {
  beforeRule,
  eventSelectionOf,
  NEWEST_FIELDS,
  type NewestPage,
  type NewestQuery,
} from '@libs/webhooks';
import type { EventCursors } from './event-cursor';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';

/** @throws DomainError `validation` with all errors of the query */
export function newestRequest(parameters: Query, accountId: string, cursors: EventCursors): NewestQuery {
  const issues: Issue[] = [];
  const { before: cursor, limit = PAGE_DEFAULT, ...selection } = readQuery(NEWEST_FIELDS, parameters, issues);
  const before = cursor === undefined ? null : cursors.decode(accountId, cursor);
  if (cursor !== undefined && before === null) {
    issues.push(invalidParameter('before', beforeRule.demand!));
  }
  throwIfInvalid([...issues, ...unknownParameters(NEWEST_FIELDS, parameters)]);
  return { before, limit, ...eventSelectionOf(selection) };
}

export function newestJson(
  { events, next, last }: NewestPage,
  limit: number,
  accountId: string,
  cursors: EventCursors,
): FeedbackEventPage {
  return {
    data: events.map(({ event }) => event),
    pagination: {
      limit,
      has_more: next !== null,
      next_cursor: next === null ? null : cursors.encode(accountId, next),
      latest_cursor: cursors.encode(accountId, last),
    },
  };
}
