import { hash } from 'node:crypto';
import { externalIdRule, type Feedback, type Source } from '@libs/feedback';
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

/**
 * The version, and a digest of the names of the item's tags and assignee, which can change without a new version
 * (conventions.md 10).
 */
export function etagOf({ version, tags, assignee }: Feedback): string {
  if (tags.length === 0 && !assignee) return `"${version}"`;
  // A name of a tag has no commas, and a name of a person no line breaks.
  const names = assignee ? `${tags.join()}\n${assignee.name}` : tags.join();
  return `"${version}-${hash('sha256', names).slice(0, DIGEST_LENGTH)}"`;
}

/** Hexadecimal digits of the digest. */
const DIGEST_LENGTH = 8;
