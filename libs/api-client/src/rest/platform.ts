/** What a client takes from where it runs. Tests set it, and nobody sleeps. */
export interface Platform {
  readonly now: () => Date;
  /** From 0 to less than 1; no secret. */
  readonly random: () => number;
  readonly newIdempotencyKey: () => string;
  /** Rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Whether a request's body may be sent while it is being made. */
  readonly streamsRequests: boolean;
}

/** Browsers and Node alike: nothing here is of one of them alone. */
export const PLATFORM: Platform = {
  // eslint-disable-next-line architecture/time-and-ids-are-arguments -- the one clock of a client; everything else is handed it
  now: () => new Date(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  newIdempotencyKey: uuidV4,
  sleep,
  // Chromium streams over HTTP/2 only, Firefox and Safari not at all; a page is told too late which one it is.
  get streamsRequests() {
    return !('document' in globalThis || 'WorkerGlobalScope' in globalThis);
  },
};

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** RFC 9562 §5.4. Browsers have `crypto.randomUUID` on pages of https only. */
function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
