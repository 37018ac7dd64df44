/** Short enough to be live, and long enough that a batch is announced at once. */
const FIRST_MS = 1_000;
const INTERVAL_MS = 15_000;

/** Announces how many events have arrived: soon after the first, and then at most every 15 seconds. */
export class ArrivalAnnouncer {
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly announce: (count: number) => void) {}

  add(count: number): void {
    this.count += count;
    this.timer ??= setTimeout(() => this.flush(), FIRST_MS);
  }

  /** Announces nothing more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.count = 0;
  }

  private flush(): void {
    this.timer = undefined;
    if (this.count === 0) return;
    this.announce(this.count);
    this.count = 0;
    this.timer = setTimeout(() => this.flush(), INTERVAL_MS);
  }
}
