import { externalIdRule, type Source } from '@libs/feedback';
import { oneOf, optional, throwIfInvalid, type Issue } from '@libs/kernel';
import { queryOf, type Query } from '../http/query';

/** The source that a caller can set, because MCP tools also work over REST (items.md 4). */
export const CLAIMED_SOURCE = 'mcp' satisfies Source;

const SOURCE = { source: optional(oneOf<Source>([CLAIMED_SOURCE])) };

/**
 * Reads the source from the query of `POST /feedback`.
 * @throws DomainError `validation`
 */
export const sourceOf = (query: Query): Source => queryOf(SOURCE, query).source ?? 'api';

/**
 * Reads the external ID in the path of an upsert, which the router has decoded (items.md 10).
 * @throws DomainError `validation`
 */
export function externalIdOf(decoded: string): string {
  const issues: Issue[] = [];
  const externalId = externalIdRule.read(decoded, 'external_id', issues);
  throwIfInvalid(issues);
  return externalId;
}
