import { tooManyRequests } from '@libs/accounts';
import type { DomainError } from '@libs/kernel';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { clientAddress } from './client-address';

export interface AddressWindow {
  readonly name: 'minute' | 'hour';
  readonly limit: number;
}

const SECONDS = { minute: 60, hour: 3600 };

/**
 * So many times per address: wrong keys, submissions of a form (rate-limits.md 7). Counted in the process,
 * on the storage of @nestjs/throttler; its guard would count before it is known whether there is anything to count.
 */
export class AddressLimit {
  constructor(
    private readonly storage: ThrottlerStorage,
    private readonly subject: string,
    private readonly windows: readonly AddressWindow[],
    private readonly refusal: (seconds: number, window: AddressWindow) => DomainError = (
      seconds,
      { limit, name },
    ) => tooManyRequests(limit, name, seconds),
  ) {}

  /**
   * @param within what is counted apart for each address, such as one form
   * @throws DomainError of kind `rate_limit` when the address has used up a window
   */
  async count(ip: string, within = ''): Promise<void> {
    for (const window of this.windows) {
      const milliseconds = SECONDS[window.name] * 1000;
      const { isBlocked, timeToBlockExpire } = await this.storage.increment(
        `${this.subject} ${window.name} ${within} ${clientAddress(ip)}`,
        milliseconds,
        window.limit,
        milliseconds,
        this.subject,
      );
      if (isBlocked) throw this.refusal(Math.max(1, timeToBlockExpire), window);
    }
  }
}
