/** Functions of the runtime. Tests replace them, so that they don't wait. */
export interface Platform {
  readonly now: () => Date;
  /** Returns a number from 0 to less than 1, not for secrets. */
  readonly random: () => number;
  readonly newIdempotencyKey: () => string;
  /** Rejects with the signal's reason when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Calls `onTimeout` after `ms`, unless the returned function is called before. */
  readonly startTimer: (ms: number, onTimeout: () => void) => () => void;
  /** Whether request bodies can be streamed. */
  readonly streamsRequests: boolean;
}

/** Works in browsers and in Node.js. */
export const PLATFORM: Platform = {
  // eslint-disable-next-line architecture/time-and-ids-are-arguments -- the one clock of a client; other code gets it as an argument
  now: () => new Date(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  newIdempotencyKey: uuidV4,
  sleep,
  startTimer(ms, onTimeout) {
    const timer = setTimeout(onTimeout, ms);
    return () => clearTimeout(timer);
  },
  // Chromium streams only over HTTP/2; Firefox and Safari never do. A page cannot find out before the request.
  get streamsRequests() {
    return !('document' in globalThis || 'WorkerGlobalScope' in globalThis);
  },
};

/** Longer timers fire immediately. */
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

/** RFC 9562 §5.4. In browsers, `crypto.randomUUID` works only on HTTPS pages. */
function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
