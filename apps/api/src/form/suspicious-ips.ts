import { HOUR_SECONDS, type RateLimitPolicy, type RateLimitStore } from '@libs/accounts';
import type { QuarantineReason } from '@libs/feedback';
import { clientAddress } from '../http/client-address';

/**
 * Reasons that people rarely cause. The others can come from people: a page that was open for a day, a quick click, or
 * a browser without JavaScript. Those must not make a whole office suspicious.
 */
const MACHINE_REASONS: readonly (QuarantineReason | null)[] = [
  'honeypot_filled',
  'token_missing',
  'token_forged',
];

const perHour = (quota: number): readonly RateLimitPolicy[] => [
  { name: 'hour', quota, windowSeconds: HOUR_SECONDS },
];

/** Two can come from a browser extension or from someone's first API request. */
const MACHINE_LIKE = perHour(3);

/** IP addresses that look like bots: many submissions to any form within an hour, or several that only bots send. */
export class SuspiciousIps {
  private readonly submissions: readonly RateLimitPolicy[];

  /** @param threshold submissions per hour before an IP address is suspicious; 0 makes all suspicious */
  constructor(
    threshold: number,
    private readonly clients: RateLimitStore,
  ) {
    this.submissions = perHour(threshold);
  }

  async has(ip: string): Promise<boolean> {
    const address = clientAddress(ip);
    const windows = await Promise.all([
      this.clients.peek(submissionsOf(address), this.submissions),
      this.clients.peek(machineLikeOf(address), MACHINE_LIKE),
    ]);
    return windows.flat().some(({ remaining }) => remaining === 0);
  }

  /** @param reason null if the submission didn't go to quarantine */
  async record(ip: string, reason: QuarantineReason | null): Promise<void> {
    const address = clientAddress(ip);
    await this.clients.take(submissionsOf(address), this.submissions);
    if (MACHINE_REASONS.includes(reason)) await this.clients.take(machineLikeOf(address), MACHINE_LIKE);
  }
}

const submissionsOf = (address: string): string => `submissions ${address}`;
const machineLikeOf = (address: string): string => `machine-like submissions ${address}`;
