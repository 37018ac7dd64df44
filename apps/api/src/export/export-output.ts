import type { ServerResponse } from 'node:http';

/** Time limits of an export, which uses one of few database connections. */
export class ExportTimeouts {
  /** Until an export has one of these connections. */
  waitMs = 60_000;
  /** Until the first byte, with the wait. */
  firstByteMs = 90_000;
  /** Without progress after the first byte, whether the database or the client is slow. */
  stallMs = 30_000;
  /** For the whole export. */
  totalMs = 3_600_000;
}

/** The response of an export. It ends if the client closes the connection or stops reading. */
export class ExportOutput {
  private readonly controller = new AbortController();
  private readonly totalTimer: NodeJS.Timeout;
  private readonly onTimeout: () => void;
  private readonly stallMs: number;
  private stallTimer: NodeJS.Timeout;
  private hasWriteFailed = false;

  /** @param timeoutError creates the error of a timeout */
  constructor(
    private readonly response: ServerResponse,
    { firstByteMs, stallMs, totalMs }: ExportTimeouts,
    timeoutError: () => Error,
  ) {
    this.onTimeout = () => this.stop(timeoutError());
    this.stallMs = stallMs;
    this.stallTimer = setTimeout(this.onTimeout, firstByteMs);
    this.totalTimer = setTimeout(this.onTimeout, totalMs);
    response.once('close', () => this.stop());
    if (response.destroyed) this.stop();
  }

  /** Aborts when the response ends. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the client closed the connection or stopped reading. An error is then not one of the service. */
  get isClosedByClient(): boolean {
    return this.hasWriteFailed || this.response.closed;
  }

  /** Writes each chunk after the previous one is sent. Closes the connection on an error. */
  async write(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): Promise<void> {
    clearTimeout(this.stallTimer);
    this.stallTimer = setTimeout(this.onTimeout, this.stallMs);
    try {
      for (let next = first; !next.done; next = await rest.next()) {
        this.stallTimer.refresh();
        await this.writeChunk(next.value).catch((error: unknown) => {
          this.hasWriteFailed = true;
          throw error;
        });
        this.stallTimer.refresh();
      }
      this.response.end();
    } finally {
      this.stop();
      if (!this.response.writableEnded) this.response.destroy();
    }
  }

  /** Stops the timeouts and aborts the signal. */
  stop(reason?: Error): void {
    clearTimeout(this.stallTimer);
    clearTimeout(this.totalTimer);
    this.controller.abort(reason);
  }

  private writeChunk(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(this.signal.reason as Error);
      if (this.signal.aborted) return onAbort();
      this.signal.addEventListener('abort', onAbort);
      this.response.write(chunk, (error) => {
        this.signal.removeEventListener('abort', onAbort);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
