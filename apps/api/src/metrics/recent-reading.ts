/** A value that takes time to read: reads it at most once per interval, and once at a time. */
export class RecentReading<T> {
  private last: { readonly at: number; readonly value: T | null } | null = null;
  private running: Promise<void> | null = null;

  /** @param waitMs how long a caller waits */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly everyMs: number,
    private readonly waitMs: number,
  ) {}

  /** Returns null if the value can't be read, or not in time. */
  async get(): Promise<T | null> {
    const isRecent = this.last !== null && performance.now() - this.last.at < this.everyMs;
    if (isRecent) return this.last!.value;
    const startedAt = performance.now();
    await this.inTime((this.running ??= this.update()));
    return this.last !== null && this.last.at >= startedAt ? this.last.value : null;
  }

  private async update(): Promise<void> {
    const value = await this.read().catch(() => null);
    this.last = { at: performance.now(), value };
    this.running = null;
  }

  private async inTime(reading: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.waitMs).unref();
    });
    await Promise.race([reading, late]);
    clearTimeout(timer);
  }
}
