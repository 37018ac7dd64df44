import {
  HOUR_SECONDS,
  rateLimitExceeded,
  tooManyAuthFailures,
  type RateLimitPolicy,
  type RateLimitStore,
} from '@libs/accounts';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Config } from '../config';
import { AddressLimit, type AddressWindow } from '../http/address-limit';

/** The sign-up page requests a slug each time the user pauses typing. */
const SLUGS: readonly AddressWindow[] = [{ name: 'minute', limit: 60 }];
/** Opening the page of an invitation and accepting it, with some attempts. */
const INVITATIONS: readonly AddressWindow[] = [{ name: 'minute', limit: 30 }];
/** Includes correct passwords: each one costs a hash. */
const PASSWORDS: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 60, windowSeconds: HOUR_SECONDS }];
/** Someone who corrects a typo makes two changes. */
const EMAIL_CHANGES: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 10, windowSeconds: HOUR_SECONDS }];

/** Enough for someone who looks for the message. The last link works in any case. */
const PASSWORD_RESETS: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 5, windowSeconds: HOUR_SECONDS }];

/** The invitations of an account that name an email address. */
const INVITED: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 50, windowSeconds: HOUR_SECONDS }];

/**
 * Limits how often a client can try a password, create an account, or check whether an email address or a slug is in
 * use (rate-limits.md 7).
 */
export class AddressLimits {
  readonly signIn: AddressLimit;
  readonly signUp: AddressLimit;
  readonly slug: AddressLimit;
  /** Uses of links that were sent by mail. */
  readonly emailLink: AddressLimit;
  private readonly passwordReset: AddressLimit;
  readonly invitation: AddressLimit;
  private readonly emailChange: AddressLimit;

  constructor(
    config: Pick<Config, 'SIGN_IN_PER_HOUR' | 'SIGN_UP_PER_HOUR'>,
    storage: ThrottlerStorage,
    private readonly clients: RateLimitStore,
  ) {
    const hour = (limit: number): AddressWindow[] => [{ name: 'hour', limit }];
    this.signIn = new AddressLimit(storage, 'sign-in', hour(config.SIGN_IN_PER_HOUR), tooManyAuthFailures);
    this.signUp = new AddressLimit(storage, 'sign-up', hour(config.SIGN_UP_PER_HOUR));
    this.slug = new AddressLimit(storage, 'slug', SLUGS);
    this.passwordReset = new AddressLimit(storage, 'password-reset', hour(config.SIGN_UP_PER_HOUR));
    this.emailLink = new AddressLimit(storage, 'email-link', hour(config.SIGN_IN_PER_HOUR));
    this.invitation = new AddressLimit(storage, 'invitation', INVITATIONS);
    this.emailChange = new AddressLimit(storage, 'email', hour(config.SIGN_UP_PER_HOUR));
  }

  /**
   * Counts a password attempt of a known browser or a signed-in person. These have no limit per IP address.
   * @throws DomainError of kind `rate_limit`
   */
  async countPassword(deviceOrPerson: string): Promise<void> {
    await this.count(`passwords ${deviceOrPerson}`, PASSWORDS);
  }

  /**
   * Counts a change of the email address. Like sign-up, it reveals whether an address is in use, so it has the same
   * limit per IP address.
   * @param linkTo the address that gets a link, if any; it gets a limited number
   * @throws DomainError of kind `rate_limit`
   */
  async countEmailChange(personId: string, ip: string, linkTo: string | null): Promise<void> {
    await this.count(`email changes ${personId}`, EMAIL_CHANGES);
    await this.emailChange.count(ip);
    if (linkTo !== null) await this.count(`email links ${linkTo.toLowerCase()}`, PASSWORD_RESETS);
  }

  /**
   * Counts an invitation that is sent to an email address: those of an account, and those to the address from all
   * accounts.
   * @throws DomainError of kind `rate_limit`
   */
  async countInvitation(accountId: string, email: string): Promise<void> {
    await this.count(`invited by ${accountId}`, INVITED);
    await this.count(`invitations to ${email.toLowerCase()}`, PASSWORD_RESETS);
  }

  /**
   * Counts a password reset. Returns false if too many were requested for this email address, whether or not it has an
   * account. The caller must respond as usual then.
   * @throws DomainError of kind `rate_limit`, for the IP address
   */
  async admitsPasswordReset(email: string, ip: string): Promise<boolean> {
    await this.passwordReset.count(ip);
    return (await this.clients.take(`password resets ${email.toLowerCase()}`, PASSWORD_RESETS)).admitted;
  }

  private async count(client: string, policies: readonly RateLimitPolicy[]): Promise<void> {
    const state = await this.clients.take(client, policies);
    if (!state.admitted) throw rateLimitExceeded(state);
  }
}
