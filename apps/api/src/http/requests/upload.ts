import type { IncomingMessage } from 'node:http';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import { bodyTooLarge, malformedRequest, uploadTooSlow } from '../errors';

/** Time limits of an upload. */
export class UploadTimeouts {
  /** Maximum time between two received bytes. */
  stallMs = 30_000;
  /** For the whole upload. */
  totalMs = 600_000;
  /** Waiting for imports of other accounts, after the file has arrived. */
  waitMs = 60_000;
  /** Minimum average rate, after the first `stallMs`. */
  minBytesPerSecond = 1_024;
}

const discarded = new WeakSet<IncomingMessage>();

/** Whether the rest of an upload is being discarded after the response, with its own timeouts. */
export const isDiscarded = (request: IncomingMessage): boolean => discarded.has(request);

/** A request body that is streamed, with longer timeouts than others. */
export class Upload {
  private received = 0;
  private readonly start = performance.now();
  private readonly end: number;

  /** @throws DomainError `payload_too_large` if `Content-Length` is too large */
  constructor(
    private readonly request: IncomingMessage,
    private readonly timeouts: UploadTimeouts,
  ) {
    this.end = this.start + timeouts.totalMs;
    if (Number(request.headers['content-length'] ?? 0) > IMPORT_BYTES_MAX) {
      throw bodyTooLarge(IMPORT_BYTES_MAX);
    }
  }

  /** Whether the client closed the connection. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed;
  }

  /**
   * Reads the body on demand, so that backpressure reaches the client.
   * @param signal ends the upload with its reason
   * @throws DomainError `payload_too_large`; `validation` if the client is too slow or closed the connection
   */
  async *bytes(signal: AbortSignal): AsyncGenerator<Buffer> {
    // A rejected body is still read to its end, so that the client receives the response.
    const chunks = this.request.iterator({ destroyOnReturn: false });
    let isWaiting = false;
    try {
      for (;;) {
        isWaiting = true;
        const { done, value } = await this.withTimeouts(
          chunks.next() as Promise<IteratorResult<Buffer, void>>,
          signal,
        );
        isWaiting = false;
        if (done) return;
        this.received += value.length;
        if (this.received > IMPORT_BYTES_MAX) throw bodyTooLarge(IMPORT_BYTES_MAX);
        if (this.isTooSlow) throw uploadTooSlow();
        yield value;
      }
    } finally {
      if (!isWaiting) await chunks.return?.();
    }
  }

  /**
   * Reads and discards the rest of the body, within the limits of an upload. So a client that sends everything before
   * it reads still gets the response, and the connection can be reused.
   */
  discardRest(): void {
    const { request, timeouts } = this;
    if (request.readableEnded || request.destroyed) return;
    request.resume();
    if (request.complete) return;
    discarded.add(request);
    const closeConnection = () => request.socket.destroy();
    const stall = setTimeout(closeConnection, timeouts.stallMs).unref();
    request.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.received > IMPORT_BYTES_MAX || performance.now() > this.end) closeConnection();
      stall.refresh();
    });
    request.once('close', () => clearTimeout(stall));
  }

  private get isTooSlow(): boolean {
    const { stallMs, minBytesPerSecond } = this.timeouts;
    const ms = performance.now() - this.start;
    return ms > stallMs && this.received < (ms / 1_000) * minBytesPerSecond;
  }

  private withTimeouts<T>(next: Promise<T>, signal: AbortSignal): Promise<T> {
    // Prevents an unhandled rejection after a timeout.
    next.catch(() => {});
    return new Promise((resolve, reject) => {
      const end = () => reject(signal.reason as Error);
      if (signal.aborted) return end();
      signal.addEventListener('abort', end);
      const waitMs = Math.min(this.timeouts.stallMs, this.end - performance.now());
      if (waitMs <= 0) return reject(uploadTooSlow());
      const timer = setTimeout(() => reject(uploadTooSlow()), waitMs);
      next
        .then(resolve, () => reject(malformedRequest()))
        .finally(() => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
        });
    });
  }
}
