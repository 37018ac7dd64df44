import type { ServerResponse } from 'node:http';

/** Time limits of an export, which uses one of few database connections. */
export class ExportTimeouts {
  /** Without progress, whether the database or the client is slow. */
  stallMs = 30_000;
  /** For the whole export. */
  totalMs = 3_600_000;
}

/** The response of an export. It ends if the client closes the connection or stops reading. */
export class ExportOutput {
  private readonly gone = new AbortController();
  private readonly stalled: NodeJS.Timeout;
  private readonly overdue: NodeJS.Timeout;
  private isUnread = false;

  /** @param late creates the error of a timeout */
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

  /** Aborts when the response ends. */
  get signal(): AbortSignal {
    return this.gone.signal;
  }

  /** Whether the client closed the connection or stopped reading. An error is then not one of the service. */
  get isRefused(): boolean {
    return this.isUnread || this.response.closed;
  }

  /** Writes each piece after the previous one is sent. Closes the connection on an error. */
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

  /** Stops the timeouts and aborts the signal. */
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
