import {
  HOUR_SECONDS,
  InMemoryRateLimitStore,
  rateLimitExceeded,
  tooManyAuthFailures,
  type RateLimitPolicy,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Config } from '../../config';
import { AddressLimit, type AddressWindow } from '../../http/address-limit';

/** The sign-up page asks once per pause in typing. */
const SLUGS: readonly AddressWindow[] = [{ name: 'minute', limit: 60 }];
/** Also right ones: each costs a hash. */
const PASSWORDS: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 60, windowSeconds: HOUR_SECONDS }];
/** An owner who corrects a typo needs two. */
const EMAIL_CHANGES: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 10, windowSeconds: HOUR_SECONDS }];

/**
 * How often one client may try a password, create an account, or ask what only one account can have: an email address,
 * a slug (rate-limits.md 7).
 */
export class AddressLimits {
  readonly signIn: AddressLimit;
  readonly signUp: AddressLimit;
  readonly slug: AddressLimit;
  private readonly emailChange: AddressLimit;
  private readonly passwords: InMemoryRateLimitStore;
  private readonly emailChangesByAccount: InMemoryRateLimitStore;

  constructor(
    config: Pick<Config, 'SIGN_IN_PER_HOUR' | 'SIGN_UP_PER_HOUR'>,
    storage: ThrottlerStorage,
    clock: Clock,
  ) {
    const hour = (limit: number): AddressWindow[] => [{ name: 'hour', limit }];
    this.signIn = new AddressLimit(storage, 'sign-in', hour(config.SIGN_IN_PER_HOUR), tooManyAuthFailures);
    this.signUp = new AddressLimit(storage, 'sign-up', hour(config.SIGN_UP_PER_HOUR));
    this.slug = new AddressLimit(storage, 'slug', SLUGS);
    this.emailChange = new AddressLimit(storage, 'email', hour(config.SIGN_UP_PER_HOUR));
    this.emailChangesByAccount = new InMemoryRateLimitStore(clock);
    this.passwords = new InMemoryRateLimitStore(clock);
  }

  /**
   * Passwords of a known browser or of a signed-in owner, which no IP address limits.
   * @throws DomainError of kind `rate_limit`
   */
  countPassword(deviceOrOwner: string): void {
    const state = this.passwords.take(deviceOrOwner, PASSWORDS);
    if (!state.admitted) throw rateLimitExceeded(state);
  }

  /**
   * A change to a taken email address reveals its account, as sign-up does: per IP address it has the same limit.
   * @throws DomainError of kind `rate_limit`
   */
  async countEmailChange(accountId: string, ip: string): Promise<void> {
    const state = this.emailChangesByAccount.take(accountId, EMAIL_CHANGES);
    if (!state.admitted) throw rateLimitExceeded(state);
    await this.emailChange.count(ip);
  }
}
