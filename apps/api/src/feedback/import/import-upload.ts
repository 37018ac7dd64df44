import type { IncomingMessage } from 'node:http';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import { bodyTooLarge, malformedRequest } from '../../http/errors';
import { uploadTooSlow } from './import-errors';

/** How long a file may take to come. */
export class UploadTimeouts {
  /** Without a byte. */
  stallMs = 30_000;
  /** In all. */
  totalMs = 600_000;
  /** For imports of other accounts, when the file is there. */
  waitMs = 60_000;
  /** On average, after the first `stallMs`. */
  minBytesPerSecond = 1_024;
}

const discarded = new WeakSet<IncomingMessage>();

/** Whether an upload reads on though it was answered, and ends that by itself. */
export const isDiscarded = (request: IncomingMessage): boolean => discarded.has(request);

/** A body that is read as it comes, and may take longer than others may. */
export class Upload {
  private received = 0;
  private readonly start = performance.now();
  private readonly end: number;

  /** @throws DomainError `payload_too_large` when it says so itself */
  constructor(
    private readonly request: IncomingMessage,
    private readonly timeouts: UploadTimeouts,
  ) {
    this.end = this.start + timeouts.totalMs;
    if (Number(request.headers['content-length'] ?? 0) > IMPORT_BYTES_MAX) {
      throw bodyTooLarge(IMPORT_BYTES_MAX);
    }
  }

  /** Whether whoever sends it is still there. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed;
  }

  /**
   * As many as were asked for: what is not read yet waits with the sender.
   * @param signal ends it with its reason
   * @throws DomainError `payload_too_large`; `validation` when the sender is too slow or gone
   */
  async *bytes(signal: AbortSignal): AsyncGenerator<Buffer> {
    // What is refused is read to its end all the same, so that the answer arrives.
    const chunks = this.request.iterator({ destroyOnReturn: false });
    let isWaiting = false;
    try {
      for (;;) {
        isWaiting = true;
        const { done, value } = await this.inTime(
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
   * Reads what is left into nothing: who writes to the end before reading gets the answer all the same, and the
   * connection can be used again. Not for longer, and not more, than an upload may be.
   */
  discardRest(): void {
    const { request, timeouts } = this;
    if (request.readableEnded || request.destroyed) return;
    request.resume();
    if (request.complete) return;
    discarded.add(request);
    const cut = () => request.socket.destroy();
    const stall = setTimeout(cut, timeouts.stallMs).unref();
    request.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.received > IMPORT_BYTES_MAX || performance.now() > this.end) cut();
      stall.refresh();
    });
    request.once('close', () => clearTimeout(stall));
  }

  private get isTooSlow(): boolean {
    const { stallMs, minBytesPerSecond } = this.timeouts;
    const ms = performance.now() - this.start;
    return ms > stallMs && this.received < (ms / 1_000) * minBytesPerSecond;
  }

  private inTime<T>(next: Promise<T>, signal: AbortSignal): Promise<T> {
    // It may fail when no one waits for it any longer.
    next.catch(() => {});
    return new Promise((resolve, reject) => {
      const end = () => reject(signal.reason as Error);
      if (signal.aborted) return end();
      signal.addEventListener('abort', end);
      const left = Math.min(this.timeouts.stallMs, this.end - performance.now());
      if (left <= 0) return reject(uploadTooSlow());
      const timer = setTimeout(() => reject(uploadTooSlow()), left);
      next
        .then(resolve, () => reject(malformedRequest()))
        .finally(() => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
        });
    });
  }
}
