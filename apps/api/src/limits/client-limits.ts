import type { RateLimitPolicy, RateLimitState, RateLimitStore, WindowState } from '@libs/accounts';
import { uuidOfDigest, type Clock } from '@libs/kernel';
import type { KeyedMac } from '../keyed-mac';

/** Limits the memory to a few megabytes. */
const MAX_EXHAUSTED = 10_000;

/** A bucket without remaining requests, and when its last exhausted window ends, in Unix milliseconds. */
interface Exhausted {
  readonly windows: readonly WindowState[];
  readonly since: number;
  readonly end: number;
}

/**
 * Counts clients that need no credentials in a store of several instances. A name of a bucket can be any text, such as
 * an IP address; the store gets a keyed hash of it. An exhausted bucket is answered from memory until its window ends,
 * so that a client that continues causes no statements. A bucket always has the same policies.
 */
export class ClientLimits implements RateLimitStore {
  private readonly exhausted = new Map<string, Exhausted>();

  constructor(
    private readonly store: RateLimitStore,
    private readonly idOf: (name: string) => string,
    private readonly clock: Clock,
  ) {}

  async take(name: string, policies: readonly RateLimitPolicy[]): Promise<RateLimitState> {
    const id = this.idOf(name);
    const known = this.exhaustedWindows(id);
    if (known) return { admitted: false, windows: known };
    const state = await this.store.take(id, policies);
    if (!state.admitted) this.remember(id, state.windows);
    return state;
  }

  async clear(name: string): Promise<void> {
    const id = this.idOf(name);
    await this.store.clear(id);
    this.exhausted.delete(id);
  }

  async peek(name: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]> {
    const id = this.idOf(name);
    const known = this.exhaustedWindows(id);
    if (known) return known;
    const windows = await this.store.peek(id, policies);
    this.remember(id, windows);
    return windows;
  }

  private exhaustedWindows(id: string): readonly WindowState[] | undefined {
    const known = this.exhausted.get(id);
    if (!known) return undefined;
    const now = this.clock().getTime();
    if (now < known.since || now >= known.end) return void this.exhausted.delete(id);
    const elapsed = Math.floor((now - known.since) / 1000);
    return known.windows.map((window) => ({
      ...window,
      resetSeconds: Math.max(1, window.resetSeconds - elapsed),
    }));
  }

  private remember(id: string, windows: readonly WindowState[]): void {
    const ends = windows.filter(({ remaining }) => remaining === 0).map(({ resetSeconds }) => resetSeconds);
    if (ends.length === 0) return;
    const since = this.clock().getTime();
    this.exhausted.delete(id);
    this.exhausted.set(id, { windows, since, end: since + Math.max(...ends) * 1000 });
    if (this.exhausted.size > MAX_EXHAUSTED) this.exhausted.delete(this.exhausted.keys().next().value!);
  }
}

/**
 * Returns the UUID under which a name is stored: a hash with a key. Without it, a reader of the database could find IP and
 * email addresses by hashing all of them.
 */
export const keyedIds =
  (mac: KeyedMac) =>
  (name: string): string =>
    uuidOfDigest(Buffer.from(mac.of(name), 'base64url').toString('hex'));
