import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address';

/** So many submissions per address and form, a minute and an hour (API.md 1.11a). */
@Injectable()
export class FormLimit extends ThrottlerGuard {
  protected override async getTracker(request: FastifyRequest): Promise<string> {
    const { slug } = request.params as { slug: string };
    return `${slug} ${clientAddress(request.ip)}`;
  }

  protected override generateKey(_context: ExecutionContext, tracker: string, window: string): string {
    return `form:${window}:${tracker}`;
  }

  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { limit, ttl, timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const seconds = Math.max(1, timeToBlockExpire);
    throw new DomainError(
      'rate_limit',
      'rate_limit_exceeded',
      `Rate limit exceeded: ${limit} requests per ${ttl > 60_000 ? 'hour' : 'minute'}. Retry in ${seconds} seconds.`,
      { retryAfter: seconds },
    );
  }
}
