/** A reader below this speed is slow. A browser on a poor mobile connection is faster. */
const SLOW_BYTES_PER_SECOND = 65_536;

interface Period {
  readonly bytes: number;
  readonly ms: number;
}

/** Measures the recent speed of an export's reader, without the time that the database takes. */
export class ReaderPace {
  private last: Period = { bytes: 0, ms: 0 };
  private current: Period = { bytes: 0, ms: 0 };
  private waitingSince: number | null = null;
  private startedAt: number | null = null;

  /** @param graceMs how long the reader may be slow, and the length of each of the two measured periods */
  constructor(private readonly graceMs: number) {}

  async *measured(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of file) {
      this.startedAt ??= performance.now();
      this.waitingSince = performance.now();
      yield chunk;
      this.record(chunk.length, performance.now() - this.waitingSince);
      this.waitingSince = null;
    }
  }

  /** Milliseconds since the first chunk; 0 before. */
  get runMs(): number {
    return this.startedAt === null ? 0 : performance.now() - this.startedAt;
  }

  /** A reader that stalls is slow regardless of its average, because the first megabytes only fill socket buffers. */
  get isSlow(): boolean {
    if (this.waiting >= this.graceMs) return true;
    return this.recent.ms >= this.graceMs && this.bytesPerSecond < SLOW_BYTES_PER_SECOND;
  }

  get bytesPerSecond(): number {
    const { bytes, ms } = this.recent;
    return (bytes / ms) * 1_000;
  }

  private get waiting(): number {
    return this.waitingSince === null ? 0 : performance.now() - this.waitingSince;
  }

  private get recent(): Period {
    const ms = this.last.ms + this.current.ms + this.waiting;
    return { bytes: this.last.bytes + this.current.bytes, ms };
  }

  private record(bytes: number, ms: number): void {
    this.current = { bytes: this.current.bytes + bytes, ms: this.current.ms + ms };
    if (this.current.ms < this.graceMs) return;
    this.last = this.current;
    this.current = { bytes: 0, ms: 0 };
  }
}
