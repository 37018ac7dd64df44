import type { ThrottlerStorage } from '@nestjs/throttler';
import { AddressLimit } from '../http/address-limit';
import { widerAddress } from '../http/client-address';

const perHour = (limit: number) => [{ name: 'hour', limit }] as const;

/**
 * Limits what visitors send with an email address that can be someone else's, and that gets a message (rate-limits.md 7).
 * Few networks cannot use up what an account allows to all.
 */
export class EnteredAddressLimits {
  /** Of a wider network for all accounts. */
  private readonly ofNetwork: AddressLimit;
  private readonly ofAccount: AddressLimit;
  /** Of a wider network for one account. */
  private readonly firstOfNetwork: AddressLimit;
  /** Of all networks for one account, after the first ones of each. */
  private readonly furtherOfAccount: AddressLimit;

  constructor(storage: ThrottlerStorage) {
    this.ofNetwork = new AddressLimit(storage, 'entered addresses', perHour(60));
    this.ofAccount = new AddressLimit(storage, 'entered addresses of account', perHour(2_000));
    this.firstOfNetwork = new AddressLimit(storage, 'first entered addresses', perHour(5));
    this.furtherOfAccount = new AddressLimit(storage, 'further entered addresses', perHour(200));
  }

  /** @throws DomainError `rate_limit` */
  async count(accountId: string, ip: string): Promise<void> {
    const network = widerAddress(ip);
    await this.ofNetwork.count(network);
    if (!(await this.firstOfNetwork.allows(network, accountId)))
      await this.furtherOfAccount.count('', accountId);
    await this.ofAccount.count('', accountId);
  }
}
