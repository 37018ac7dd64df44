import { Readable } from 'node:stream';

/** How long an export may take; its connection to the database is one of few. */
export class ExportPatience {
  /** Without a step forward, whether the database or the reader is slow. */
  stallMs = 30_000;
  /** In all. */
  totalMs = 3_600_000;
}

/** Pieces as a stream that ends early, and says so with `gone`, when nobody takes them or none comes. */
export class ExportStream extends Readable {
  private readonly stalled: NodeJS.Timeout;
  private readonly overdue: NodeJS.Timeout;

  /** @param first what the iteration has given already */
  constructor(
    private first: IteratorResult<Uint8Array> | null,
    private readonly pieces: AsyncIterator<Uint8Array>,
    private readonly gone: AbortController,
    { stallMs, totalMs }: ExportPatience,
  ) {
    super();
    const giveUp = () => this.destroy(new Error('The export took too long'));
    this.stalled = setTimeout(giveUp, stallMs);
    this.overdue = setTimeout(giveUp, totalMs);
  }

  override _read(): void {
    this.stalled.refresh();
    const { first } = this;
    this.first = null;
    if (first) return this.give(first);
    this.pieces.next().then(
      (next) => this.give(next),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.stalled);
    clearTimeout(this.overdue);
    this.gone.abort();
    done(error);
  }

  private give({ done, value }: IteratorResult<Uint8Array>): void {
    if (this.destroyed) return;
    this.stalled.refresh();
    this.push(done ? null : value);
  }
}
