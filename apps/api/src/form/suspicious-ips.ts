import type { QuarantineReason } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { clientAddress } from '../http/client-address';

const HOUR_MS = 3_600_000;
/** Limits the memory to a few megabytes, even if an attacker has a whole network. */
const MAX_ADDRESSES = 50_000;

/**
 * Reasons that people rarely cause. The others can come from people: a page that was open for a day, a quick click, or
 * a browser without JavaScript. Those must not make a whole office suspicious.
 */
const MACHINE_REASONS: readonly (QuarantineReason | null)[] = [
  'honeypot_filled',
  'token_missing',
  'token_forged',
];
/** A few can come from a browser extension or from someone's first API request. */
const MACHINE_LIKE_ALLOWED = 2;

const NO_SUBMISSIONS = { submissions: 0, machineLike: 0 };

interface IpHistory {
  readonly since: number;
  submissions: number;
  machineLike: number;
}

/**
 * IP addresses that look like bots: many submissions to any form within an hour, or several that only bots send. Kept
 * for an hour in the memory of the process.
 */
export class SuspiciousIps {
  private readonly histories = new Map<string, IpHistory>();

  /** @param threshold submissions per hour before an IP address is suspicious; 0 makes all suspicious */
  constructor(
    private readonly threshold: number,
    private readonly clock: Clock,
  ) {}

  has(ip: string): boolean {
    const { submissions, machineLike } = this.recent(clientAddress(ip)) ?? NO_SUBMISSIONS;
    return submissions >= this.threshold || machineLike > MACHINE_LIKE_ALLOWED;
  }

  /** @param reason null if the submission didn't go to quarantine */
  record(ip: string, reason: QuarantineReason | null): void {
    const address = clientAddress(ip);
    const history = this.recent(address) ?? this.startHistory(address);
    history.submissions++;
    if (MACHINE_REASONS.includes(reason)) history.machineLike++;
  }

  private recent(address: string): IpHistory | undefined {
    const history = this.histories.get(address);
    return history && this.clock().getTime() - history.since < HOUR_MS ? history : undefined;
  }

  private startHistory(address: string): IpHistory {
    const history = { since: this.clock().getTime(), ...NO_SUBMISSIONS };
    // Deleted first, so that the map stays ordered by time and the oldest entry is removed.
    this.histories.delete(address);
    if (this.histories.size >= MAX_ADDRESSES) this.histories.delete(this.histories.keys().next().value!);
    this.histories.set(address, history);
    return history;
  }
}
