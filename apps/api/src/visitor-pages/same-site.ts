import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';

/**
 * The browser of a visitor must not send something because a page of another site makes it (votes.md 1).
 * @throws DomainError `permission` `cross_origin_request`
 */
export function assertSameSite({ headers }: FastifyRequest, message: string): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new DomainError('permission', 'cross_origin_request', message);
}
