import { DomainError } from '@libs/kernel';
import type { ThrottlerStorage } from '@nestjs/throttler';

const MINUTE = 60_000;

/** Counts wrong keys per address (API.md 1.5) on @nestjs/throttler's storage; right keys never come here. */
export class AuthFailureLimit {
  constructor(
    private readonly storage: ThrottlerStorage,
    private readonly perMinute: number,
  ) {}

  /** @throws DomainError `rate_limit` once the address has presented too many wrong keys */
  async count(address: string): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(
      `auth:${address}`,
      MINUTE,
      this.perMinute,
      MINUTE,
      'auth-failures',
    );
    if (!isBlocked) return;
    const seconds = Math.max(1, timeToBlockExpire);
    throw new DomainError(
      'rate_limit',
      'too_many_auth_failures',
      `Too many failed authentication attempts. Retry in ${seconds} seconds.`,
      { retryAfter: seconds },
    );
  }
}
