import { externalIdRule, feedbackJson, type Feedback } from '@libs/feedback';
import { throwIfInvalid, type Issue } from '@libs/kernel';
import type { FastifyReply } from 'fastify';
import { etagOf } from '../http/conditional/item-etag';

/**
 * Reads the external ID in a path, which the router has decoded (items.md 10).
 * @throws DomainError `validation`
 */
export function externalIdOf(decoded: string): string {
  const issues: Issue[] = [];
  const externalId = externalIdRule.read(decoded, 'external_id', issues);
  throwIfInvalid(issues);
  return externalId;
}

/** The response of an API key's request for one item. */
export function forKey(item: Feedback, reply: FastifyReply) {
  reply.header('etag', etagOf(item));
  return { data: feedbackJson(item) };
}
