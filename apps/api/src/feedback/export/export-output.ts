import type { ServerResponse } from 'node:http';

/** How long an export may take; its connection to the database is one of few. */
export class ExportTimeouts {
  /** Without a step forward, whether the database or the reader is slow. */
  stallMs = 30_000;
  /** In all. */
  totalMs = 3_600_000;
}

/** The answer of an export: what ends when its client leaves, or when it stops to take what is written. */
export class ExportOutput {
  private readonly gone = new AbortController();
  private readonly stalled: NodeJS.Timeout;
  private readonly overdue: NodeJS.Timeout;
  private isUnread = false;

  /** @param late why it ends when nothing moves, for whoever still can be told */
  constructor(
    private readonly response: ServerResponse,
    { stallMs, totalMs }: ExportTimeouts,
    late: () => Error,
  ) {
    const giveUp = () => this.abandon(late());
    this.stalled = setTimeout(giveUp, stallMs);
    this.overdue = setTimeout(giveUp, totalMs);
    response.once('close', () => this.abandon());
    if (response.destroyed) this.abandon();
  }

  /** That nobody waits any more. */
  get signal(): AbortSignal {
    return this.gone.signal;
  }

  /** That its client has left, or does not take what is written: whatever fails then is no failure of ours. */
  get isRefused(): boolean {
    return this.isUnread || this.response.closed;
  }

  /** Behind the headers; each piece when the one before has left. Where it fails it hangs up: a file has no room for words. */
  async write(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): Promise<void> {
    try {
      for (let next = first; !next.done; next = await rest.next()) {
        this.stalled.refresh();
        await this.left(next.value).catch((error: unknown) => {
          this.isUnread = true;
          throw error;
        });
        this.stalled.refresh();
      }
      this.response.end();
    } finally {
      this.abandon();
      if (!this.response.writableEnded) this.response.destroy();
    }
  }

  /** For good. */
  abandon(reason?: Error): void {
    clearTimeout(this.stalled);
    clearTimeout(this.overdue);
    this.gone.abort(reason);
  }

  private left(piece: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(this.signal.reason as Error);
      if (this.signal.aborted) return onAbort();
      this.signal.addEventListener('abort', onAbort);
      this.response.write(piece, (error) => {
        this.signal.removeEventListener('abort', onAbort);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
