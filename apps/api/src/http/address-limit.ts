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
 * Limits events per IP address, such as invalid keys and form submissions (rate-limits.md 7). Counts in a storage of
 * @nestjs/throttler. Its guard is not used, because it would count every request.
 */
export class AddressLimit {
  constructor(
    private readonly storage: ThrottlerStorage,
    private readonly subject: string,
    private readonly windows: readonly AddressWindow[],
    private readonly createError: (seconds: number, window: AddressWindow) => DomainError = (
      seconds,
      { limit, name },
    ) => tooManyRequests(limit, name, seconds),
  ) {}

  /**
   * @param within a scope that is counted separately, such as a form
   * @throws DomainError `rate_limit` if the IP address exceeds the limit of a window
   */
  async count(ip: string, within = ''): Promise<void> {
    const error = await this.exceeded(ip, within);
    if (error) throw error;
  }

  /** Counts as `count`. Returns false instead of an error. */
  async allows(ip: string, within = ''): Promise<boolean> {
    return (await this.exceeded(ip, within)) === null;
  }

  private async exceeded(ip: string, within: string): Promise<DomainError | null> {
    for (const window of this.windows) {
      const milliseconds = SECONDS[window.name] * 1000;
      const { isBlocked, timeToBlockExpire } = await this.storage.increment(
        `${this.subject} ${window.name} ${within} ${clientAddress(ip)}`,
        milliseconds,
        window.limit,
        milliseconds,
        this.subject,
      );
      if (isBlocked) return this.createError(Math.max(1, timeToBlockExpire), window);
    }
    return null;
  }
}
