/** A process without requests and other work is idle after this time. */
const IDLE_AFTER_MS = 300_000;

/** Whether this process has requests or other work, or had some in the last five minutes (operator.md 16). */
export class Activity {
  private requests = 0;
  private lastAt: number;
  private readonly listeners: (() => void)[] = [];

  /** @param now monotonic time in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.lastAt = now();
  }

  get isIdle(): boolean {
    return this.requests === 0 && this.now() - this.lastAt >= IDLE_AFTER_MS;
  }

  /** Calls the listener at the first request or work after the process was idle. */
  onWake(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Records that there is work now. */
  record(): void {
    const wasIdle = this.isIdle;
    this.lastAt = this.now();
    if (wasIdle) for (const listener of this.listeners) listener();
  }

  /** Records a request. Returns a function that records its end. */
  begin(): () => void {
    this.record();
    this.requests++;
    return () => {
      this.requests--;
      this.lastAt = this.now();
    };
  }
}
