import type { QuarantineReason } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { clientAddress } from '../http/client-address';

const HOUR_MS = 3_600_000;
/** So that an attacker with a whole network of addresses takes no more than a few megabytes. */
const MAX_ADDRESSES = 50_000;

/**
 * What machines do and people hardly ever. A page that was open for a day, a quick click or a browser without
 * JavaScript is a person's, and must not make a whole office suspicious.
 */
const MACHINE_REASONS: readonly (QuarantineReason | null)[] = [
  'honeypot_filled',
  'token_missing',
  'token_forged',
];
/** One can be a browser extension or somebody's first try of the API. */
const MACHINE_LIKE_ALLOWED = 2;

const NOTHING = { submissions: 0, machineLike: 0 };

interface Seen {
  readonly since: number;
  submissions: number;
  machineLike: number;
}

/**
 * IP addresses that look like those of a machine: they sent more than a few submissions within the hour, to whichever
 * form, or several that only a machine sends. Remembered for an hour, in the process alone.
 */
export class SuspiciousIps {
  private readonly seen = new Map<string, Seen>();

  /** @param few how many submissions of an hour are nobody's concern; with 0 everybody is suspicious */
  constructor(
    private readonly few: number,
    private readonly clock: Clock,
  ) {}

  has(ip: string): boolean {
    const { submissions, machineLike } = this.recent(clientAddress(ip)) ?? NOTHING;
    return submissions >= this.few || machineLike > MACHINE_LIKE_ALLOWED;
  }

  /** @param reason why a submission went to quarantine; null when it did not */
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
    // Deleted first, so that the order of the map stays that of time and the oldest is the one to go.
    this.seen.delete(address);
    if (this.seen.size >= MAX_ADDRESSES) this.seen.delete(this.seen.keys().next().value!);
    this.seen.set(address, seen);
    return seen;
  }
}
