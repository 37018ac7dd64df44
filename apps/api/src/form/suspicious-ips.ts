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

const NOTHING = { submissions: 0, machineLike: 0 };

interface Seen {
  readonly since: number;
  submissions: number;
  machineLike: number;
}

/**
 * IP addresses that look like bots: many submissions to any form within an hour, or several that only bots send. Kept
 * for an hour in the memory of the process.
 */
export class SuspiciousIps {
  private readonly seen = new Map<string, Seen>();

  /** @param few submissions per hour before an IP address is suspicious; 0 makes all suspicious */
  constructor(
    private readonly few: number,
    private readonly clock: Clock,
  ) {}

  has(ip: string): boolean {
    const { submissions, machineLike } = this.recent(clientAddress(ip)) ?? NOTHING;
    return submissions >= this.few || machineLike > MACHINE_LIKE_ALLOWED;
  }

  /** @param reason null if the submission didn't go to quarantine */
  note(ip: string, reason: QuarantineReason | null): void {
    const address = clientAddress(ip);
    const seen = this.recent(address) ?? this.begin(address);
    seen.submissions++;
    if (MACHINE_REASONS.includes(reason)) seen.machineLike++;
  }

  private recent(address: string): Seen | undefined {
    const seen = this.seen.get(address);
    return seen && this.clock().getTime() - seen.since < HOUR_MS ? seen : undefined;
  }

  private begin(address: string): Seen {
    const seen = { since: this.clock().getTime(), ...NOTHING };
    // Deleted first, so that the map stays ordered by time and the oldest entry is removed.
    this.seen.delete(address);
    if (this.seen.size >= MAX_ADDRESSES) this.seen.delete(this.seen.keys().next().value!);
    this.seen.set(address, seen);
    return seen;
  }
}
