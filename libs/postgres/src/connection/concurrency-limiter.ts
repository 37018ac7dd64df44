import { tooManyConcurrentRequests } from '@libs/accounts';

/** Maximum number of waiting tasks per account. Each of them is an open request. */
const MAX_WAITING = 1_000;
const WAIT_MS = 10_000;

/** Uses the driver's message, because it means the same: the database is overloaded or unavailable (`isOutage`). */
const waitedTooLong = (): Error => new Error('timeout exceeded when trying to connect');

/**
 * Limits how many tasks run at once, in total and per account, and queues the rest by account. The account with the
 * fewest running tasks goes next; in a tie, the one that has waited longest. So no account can make others wait for
 * more than one of its tasks.
 */
export class ConcurrencyLimiter {
  private readonly running = new Map<string, number>();
  /** Ordered by the last turn of each account. Contains no empty queues. */
  private readonly queues = new Map<string, (() => void)[]>();
  private total = 0;
  /** Called after a task has waited, and then started or given up. */
  onWaited: ((seconds: number) => void) | undefined;
  /** Returns a task that starts in the current asynchronous context after it has waited. */
  bind: ((start: () => void) => () => void) | undefined;

  /** @param waitMs maximum wait of a task without a signal */
  constructor(
    private readonly max: number,
    private readonly maxPerAccount: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /**
   * Runs a task when capacity is available.
   * @param signal stops the wait, not the task; `run` then rejects with its reason. Without a signal, `waitMs` applies
   * @throws DomainError `rate_limit` if too many tasks of the account are running or waiting
   */
  async run<T>(accountId: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await new Promise<void>((resolve, reject) => this.enter(accountId, resolve, reject, signal));
    try {
      return await task();
    } finally {
      this.leave(accountId);
    }
  }

  /**
   * Like `run`, but without a promise, for performance. Calls `start` now or later, or `giveUp` with the reason. After
   * each start, the caller must call `leave` once.
   */
  enter(accountId: string, start: () => void, giveUp: (reason: Error) => void, signal?: AbortSignal): void {
    if (signal?.aborted) return giveUp(signal.reason as Error);
    if (this.total < this.max && this.hasCapacityFor(accountId)) {
      this.begin(accountId);
      return start();
    }
    const queue = this.queues.get(accountId) ?? [];
    if (queue.length >= MAX_WAITING) return giveUp(tooManyConcurrentRequests());
    const { onWaited } = this;
    const queuedAt = onWaited && performance.now();
    const end = (next: () => void) => {
      clearTimeout(timer);
      if (queuedAt !== undefined) onWaited!((performance.now() - queuedAt) / 1000);
      signal?.removeEventListener('abort', abort);
      next();
    };
    const bound = this.bind ? this.bind(start) : start;
    const waiting = () => end(bound);
    const leaveWith = (reason: Error) => {
      this.forget(accountId, waiting);
      end(() => giveUp(reason));
    };
    const abort = () => leaveWith(signal!.reason as Error);
    const late = () =>
      leaveWith(this.hasCapacityFor(accountId) ? waitedTooLong() : tooManyConcurrentRequests());
    const timer = signal ? undefined : setTimeout(late, this.waitMs).unref();
    signal?.addEventListener('abort', abort);
    queue.push(waiting);
    this.queues.set(accountId, queue);
  }

  /** Number of tasks that wait. */
  get waitingCount(): number {
    let count = 0;
    for (const queue of this.queues.values()) count += queue.length;
    return count;
  }

  private hasCapacityFor(accountId: string): boolean {
    return this.runningOf(accountId) < this.maxPerAccount;
  }

  leave(accountId: string): void {
    const rest = this.runningOf(accountId) - 1;
    if (rest > 0) this.running.set(accountId, rest);
    else this.running.delete(accountId);
    this.release();
  }

  /** Reserves capacity for a task outside the accounts' shares, even beyond the total. `release` frees it. */
  reserve(): void {
    this.total++;
  }

  release(): void {
    this.total--;
    const next = this.total < this.max ? this.next() : undefined;
    if (next === undefined) return;
    const queue = this.queues.get(next)!;
    const start = queue.shift()!;
    this.queues.delete(next);
    if (queue.length > 0) this.queues.set(next, queue);
    this.begin(next);
    start();
  }

  private forget(accountId: string, start: () => void): void {
    const rest = this.queues.get(accountId)?.filter((waiting) => waiting !== start) ?? [];
    if (rest.length > 0) this.queues.set(accountId, rest);
    else this.queues.delete(accountId);
  }

  private begin(accountId: string): void {
    this.total++;
    this.running.set(accountId, this.runningOf(accountId) + 1);
  }

  private next(): string | undefined {
    let least = this.maxPerAccount;
    let next: string | undefined;
    for (const accountId of this.queues.keys()) {
      const running = this.runningOf(accountId);
      if (running < least) [least, next] = [running, accountId];
      if (least === 0) break;
    }
    return next;
  }

  private runningOf(accountId: string): number {
    return this.running.get(accountId) ?? 0;
  }
}
