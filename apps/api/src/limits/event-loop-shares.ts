import { AsyncResource } from 'node:async_hooks';

/** Who is charged for the time of a request: its account and its member, or its IP address. */
export type Payers = readonly string[];

/** How far above its share a payer can be before its requests wait, in milliseconds. */
const BURST_MS = 100;
/** Part of the time that all payers above their share have together, while others below send requests. */
const SHARE = 0.5;
/** How long a payer counts as one that sends requests after the last one. */
const ACTIVE_MS = 2_000;
/** After a very long task, the next request waits for less than 10 seconds. */
const DEBT_MAX_MS = 4_000;
/** Shorter than the 10 seconds after which a request is rejected. */
const HOLD_MAX_MS = 8_000;
/** How often a payer that waits finds out that it is alone. */
const LOOK_MS = 500;
/** Debts that are paid off are deleted when there are more than these. */
const DEBTS_MIN = 1_000;

const NOBODY: Payers = [];

/** Starts the requests of each payer above its share one after the other. */
export interface Turns {
  enter(payer: string, start: () => void, giveUp: (reason: Error) => void): void;
  leave(payer: string): void;
}

/** Used time that is not paid off yet: it decreases by `SHARE` of the time that passes. */
interface Debt {
  ms: number;
  at: number;
}

/**
 * Shares the event loop between payers (rate-limits.md 6): measures the time that their requests use it, and lets those
 * of a payer wait that has used more than its share while others, who use less, send requests.
 *
 * The time from `charge` to the end of the turn of the loop, or to the next `charge`, belongs to the given payers. It
 * includes everything that continues after a promise, and what others do in the same turn without a call of `charge`.
 */
export class EventLoopShares {
  private readonly debts = new Map<string, Debt>();
  private debtsMax = DEBTS_MIN;
  /** Payers whose last request is not paid off: what they had to pay off at its end; null before it. */
  private readonly held = new Map<string, Readonly<Debt> | null>();
  private payers = NOBODY;
  private since = 0;
  private hasEnd = false;
  /** The last two payers without debts, and when they sent their last requests. */
  private last = { payer: '', at: -Infinity };
  private other = { payer: '', at: -Infinity };

  /** @param now monotonic time in milliseconds */
  constructor(
    private readonly turns: Turns,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Charges an account for what continues after a response of the database; no one if it is undefined. */
  readonly resumed = (accountId: string | undefined): void =>
    this.charge(accountId === undefined ? NOBODY : [accountId]);

  /** Charges these payers for the time from now on. */
  charge(payers: Payers): void {
    const now = this.now();
    this.settle(now);
    this.payers = payers;
    if (this.hasEnd || payers.length === 0) return;
    this.hasEnd = true;
    setImmediate(() => {
      this.hasEnd = false;
      this.settle(this.now());
      this.payers = NOBODY;
    });
  }

  /**
   * Starts a request: now, or when its payers have paid off enough. Charges them for it.
   * @param giveUp called with `rate_limit` `too_many_concurrent_requests` if it waits 10 seconds
   */
  start(payers: Payers, start: () => void, giveUp: (reason: Error) => void): void {
    this.charge(NOBODY);
    if (payers.length === 0) return start();
    const { payer, debt } = this.deepestInDebt(payers);
    if (debt === 0) this.rememberActive(payers[0]!);
    const isAbove = debt > BURST_MS && this.hasOthers(payers, this.now());
    const waiting = payers.find((one) => this.held.has(one)) ?? (isAbove ? payer : undefined);
    if (waiting === undefined) {
      this.charge(payers);
      return start();
    }
    const bound = AsyncResource.bind(start);
    const next = () => {
      this.held.set(waiting, null);
      // Runs after what the request does at once, which is part of its debt.
      setImmediate(() => this.endTurn(waiting, payers));
      this.charge(payers);
      bound();
    };
    this.turns.enter(waiting, next, giveUp);
  }

  /** Lets the next request of a payer start when enough is paid off, or no one else sends requests. */
  private endTurn(payer: string, payers: Payers): void {
    const now = this.now();
    this.settle(now);
    const end = this.held.get(payer) ?? { ms: this.debtOf(payer, now) - BURST_MS, at: now };
    this.held.set(payer, end);
    const wait = Math.min((end.ms / SHARE) * this.held.size, HOLD_MAX_MS) - (now - end.at);
    if (wait > 0 && this.hasOthers(payers, now)) {
      setTimeout(() => this.endTurn(payer, payers), Math.min(wait, LOOK_MS)).unref();
      return;
    }
    this.held.delete(payer);
    this.turns.leave(payer);
  }

  private hasOthers(payers: Payers, now: number): boolean {
    const { at } = payers.includes(this.last.payer) ? this.other : this.last;
    return at >= now - ACTIVE_MS;
  }

  private rememberActive(payer: string): void {
    const at = this.now();
    if (payer === this.last.payer) this.last.at = at;
    else [this.other, this.last] = [this.last, { payer, at }];
  }

  private deepestInDebt(payers: Payers): { payer: string; debt: number } {
    const now = this.now();
    const debts = payers.map((payer) => ({ payer, debt: this.debtOf(payer, now) }));
    return debts.reduce((deepest, one) => (one.debt > deepest.debt ? one : deepest));
  }

  /** Returns the debt in milliseconds. */
  private debtOf(payer: string, now: number): number {
    const debt = this.debts.get(payer);
    return debt ? Math.max(0, debt.ms - (now - debt.at) * SHARE) : 0;
  }

  private settle(now: number): void {
    const used = now - this.since;
    this.since = now;
    if (used <= 0 || this.payers.length === 0) return;
    if (used > BURST_MS) {
      // Meanwhile, no request could arrive.
      this.last.at += used;
      this.other.at += used;
    }
    for (const payer of this.payers) {
      const ms = Math.min(DEBT_MAX_MS, this.debtOf(payer, now) + used);
      const debt = this.debts.get(payer);
      if (debt) Object.assign(debt, { ms, at: now });
      else this.remember(payer, { ms, at: now });
    }
  }

  private remember(payer: string, debt: Debt): void {
    if (this.debts.size >= this.debtsMax) {
      for (const each of this.debts.keys()) if (this.debtOf(each, debt.at) === 0) this.debts.delete(each);
      this.debtsMax = Math.max(DEBTS_MIN, 2 * this.debts.size);
    }
    this.debts.set(payer, debt);
  }
}
