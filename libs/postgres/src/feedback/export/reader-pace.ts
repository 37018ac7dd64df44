/** An export whose reader takes less is slow. A browser on a poor mobile connection takes more. */
const SLOW_BYTES_PER_SECOND = 65_536;

/** Measures how fast the reader of an export takes it, without the time that the database takes. */
export class ReaderPace {
  private bytes = 0;
  private waitedMs = 0;
  private waitsSince: number | null = null;

  async *measured(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of file) {
      this.waitsSince = performance.now();
      yield piece;
      this.waitedMs = this.waited;
      this.waitsSince = null;
      this.bytes += piece.length;
    }
  }

  /** @param graceMs how long the reader may be slow */
  isSlow(graceMs: number): boolean {
    return this.waited >= graceMs && this.bytesPerSecond < SLOW_BYTES_PER_SECOND;
  }

  get bytesPerSecond(): number {
    return (this.bytes / this.waited) * 1_000;
  }

  private get waited(): number {
    return this.waitedMs + (this.waitsSince === null ? 0 : performance.now() - this.waitsSince);
  }
}
