import type { SecurityLogQuery } from '@libs/accounts';
import type { ListPage, SecurityLogEntry } from '@libs/contract';
import {
  isUuid,
  limitRule,
  optional,
  PAGE_DEFAULT,
  stringRule,
  throwIfInvalid,
  type Issue,
  type Page,
  type SecurityEvent,
} from '@libs/kernel';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../../http/query';

const FIELDS = { cursor: optional(stringRule), limit: optional(limitRule) };

/** @throws DomainError `validation` with all errors of the query */
export function securityLogRequest(query: Query): SecurityLogQuery {
  const issues: Issue[] = [];
  const { cursor: before, limit = PAGE_DEFAULT } = readQuery(FIELDS, query, issues);
  if (before !== undefined && !isUuid(before)) {
    issues.push(invalidParameter('cursor', 'must be the next_cursor of a page'));
  }
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { before, limit };
}

export function securityLogJson(
  { items, hasMore }: Page<SecurityEvent>,
  limit: number,
): ListPage<SecurityLogEntry> {
  return {
    data: items.map(entryJson),
    pagination: { limit, has_more: hasMore, next_cursor: hasMore ? items.at(-1)!.id : null },
  };
}

function entryJson({ id, type, createdAt, by, subject }: SecurityEvent): SecurityLogEntry {
  const { ip, ...actor } = by;
  return {
    id,
    type,
    created_at: createdAt.toISOString(),
    actor,
    ip_address: ip ?? null,
    subject: { id: subject.id ?? null, name: subject.name ?? null },
  };
}
