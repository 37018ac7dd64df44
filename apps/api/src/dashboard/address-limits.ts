import { tooManyAuthFailures } from '@libs/accounts';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Config } from '../config';
import { AddressLimit, type AddressWindow } from '../http/address-limit';

/** How often one address may try a password, and how often an account (API.md 4.3). */
export class AddressLimits {
  readonly signIn: AddressLimit;
  readonly signUp: AddressLimit;

  constructor(config: Pick<Config, 'SIGN_IN_PER_HOUR' | 'SIGN_UP_PER_HOUR'>, storage: ThrottlerStorage) {
    const hour = (limit: number): AddressWindow[] => [{ name: 'hour', limit }];
    this.signIn = new AddressLimit(storage, 'sign-in', hour(config.SIGN_IN_PER_HOUR), tooManyAuthFailures);
    this.signUp = new AddressLimit(storage, 'sign-up', hour(config.SIGN_UP_PER_HOUR));
  }
}
