import type { Clock } from '@libs/kernel';
import { clientAddress } from '../http/client-address';

const HOUR_MS = 3_600_000;
/** So that an attacker with a whole network of addresses takes no more than a few megabytes. */
const MAX_ADDRESSES = 50_000;

interface Seen {
  readonly since: number;
  submissions: number;
  wasQuarantined: boolean;
}

/**
 * Addresses that look as if a machine sat behind them: they sent more than a few submissions within the hour, to
 * whichever form, or one that went to quarantine. Remembered for an hour, in the process alone.
 */
export class Suspects {
  private readonly seen = new Map<string, Seen>();

  /** @param few how many submissions of an hour are nobody's concern; with 0 everybody is suspicious */
  constructor(
    private readonly few: number,
    private readonly clock: Clock,
  ) {}

  has(ip: string): boolean {
    const seen = this.recent(clientAddress(ip));
    return (seen?.submissions ?? 0) >= this.few || seen?.wasQuarantined === true;
  }

  /** Takes note of a submission and of how it was judged. */
  note(ip: string, quarantined: boolean): void {
    const address = clientAddress(ip);
    const seen = this.recent(address) ?? this.begin(address);
    seen.submissions++;
    seen.wasQuarantined ||= quarantined;
  }

  private recent(address: string): Seen | undefined {
    const seen = this.seen.get(address);
    return seen && this.clock().getTime() - seen.since < HOUR_MS ? seen : undefined;
  }

  private begin(address: string): Seen {
    const seen = { since: this.clock().getTime(), submissions: 0, wasQuarantined: false };
    // Deleted first, so that the order of the map stays that of time and the oldest is the one to go.
    this.seen.delete(address);
    if (this.seen.size >= MAX_ADDRESSES) this.seen.delete(this.seen.keys().next().value!);
    this.seen.set(address, seen);
    return seen;
  }
}
