import { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { RetryNotice } from './options';
import type { Platform } from './platform';
import { parseRateLimitStatus, type RateLimitStatus } from './rate-limit-status';
import {
  isTemporary,
  isUncertain,
  parseRetryAfter,
  reconnectDelay,
  retryDelay,
  type RequestError,
} from './retries';

export interface TransportOptions {
  /** With the prefix `/api/v1`. */
  readonly url: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly signal: AbortSignal | undefined;
  readonly userAgent: string | undefined;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
}

type Query = Readonly<Partial<Record<string, string | number | boolean>>>;

export type RequestBody = string | Blob | Uint8Array | ReadableStream<Uint8Array>;

/** Which temporary errors are retried. Other errors never are. */
export type RetryPolicy = 'after any failure' | 'unless it may have been processed' | 'never';

export interface ApiCall {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Partial<Record<string, string>>>;
  readonly body?: RequestBody;
  readonly retry?: RetryPolicy;
  /** Maximum number of retries. Defaults to the option of the client. */
  readonly retries?: number;
  /** Returns the body as a stream if it has this media type. Any other type is an unexpected response. */
  readonly streamedType?: string;
  /** True if this error shows that an earlier attempt was processed. Called only if that is possible. */
  readonly isAlreadyDone?: (error: FeedbackApiError) => boolean;
  readonly signal?: AbortSignal | undefined;
}

type RepeatedCall = Pick<ApiCall, 'operation' | 'signal'>;

interface LostStream {
  readonly attempt: number;
  readonly minMs: number;
  readonly error: FeedbackNetworkError;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the body is streamed. */
  readonly text: string;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Sends requests and retries them. Only this class stores the key, in a private field. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #platform: Platform;
  #rateLimit: RateLimitStatus | null = null;

  constructor(options: TransportOptions, platform: Platform) {
    this.#options = options;
    this.#platform = platform;
  }

  get rateLimit(): RateLimitStatus | null {
    return this.#rateLimit;
  }

  /**
   * @throws FeedbackApiError
   * @throws FeedbackNetworkError
   * @throws the signal's reason if the signal is aborted
   */
  async send(call: ApiCall): Promise<ApiResponse> {
    const signal = anySignal(this.#options.signal, call.signal);
    let firstFailureAt: number | undefined;
    let mayBeProcessed = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(call, signal);
      if (!(outcome instanceof Error)) return outcome;
      if (mayBeProcessed && outcome instanceof FeedbackApiError && call.isAlreadyDone?.(outcome))
        return emptyResponse();
      mayBeProcessed ||= isUncertain(outcome);
      const { maxWaitMs } = this.#options;
      const { retries = this.#options.retries } = call;
      const now = this.#platform.now().getTime();
      const leftMs = maxWaitMs - (now - (firstFailureAt ??= now));
      const delayMs = retryDelay(outcome, attempt, this.#platform.random(), leftMs);
      const isLast = attempt > retries || leftMs <= 0 || delayMs > leftMs;
      if (isLast || !isTemporary(outcome) || !mayRetry(call, mayBeProcessed)) throw outcome;
      await this.#wait(call, { attempt, delayMs, error: outcome });
    }
  }

  /**
   * Waits before a stream that was lost is opened again.
   * @param minMs the minimum that the service asked for
   * @throws the error if `maxWaitMs` does not allow the wait
   */
  async waitToReconnect(call: RepeatedCall, { attempt, minMs, error }: LostStream): Promise<void> {
    const { maxWaitMs } = this.#options;
    const delayMs = reconnectDelay(minMs, attempt, this.#platform.random(), maxWaitMs);
    if (maxWaitMs <= 0 || delayMs > maxWaitMs) throw error;
    await this.#wait(call, { attempt, delayMs, error });
  }

  async #wait({ operation, signal }: RepeatedCall, retry: Omit<RetryNotice, 'operation'>): Promise<void> {
    this.#options.onRetry?.({ operation, ...retry });
    await this.#platform.sleep(retry.delayMs, anySignal(this.#options.signal, signal));
  }

  /**
   * Returns the error for a missing or incomplete response.
   * @throws the signal's reason if a signal is aborted
   */
  toNetworkError(error: unknown, signal: AbortSignal | undefined): FeedbackNetworkError {
    this.#options.signal?.throwIfAborted();
    signal?.throwIfAborted();
    return FeedbackNetworkError.of(error, this.#options.apiKey);
  }

  async #attempt(call: ApiCall, signal: AbortSignal | undefined): Promise<ApiResponse | RequestError> {
    signal?.throwIfAborted();
    const request = this.#request(call, signal);
    try {
      const response = await (this.#options.fetch ?? globalThis.fetch)(...request);
      const { status, headers, body, ok } = response;
      const now = this.#platform.now();
      this.#rateLimit = parseRateLimitStatus(headers, now) ?? this.#rateLimit;
      if (ok && call.streamedType !== undefined) {
        if (mediaType(headers) === call.streamedType) return { status, headers, text: '', body };
        await body?.cancel();
        return FeedbackApiError.of(status, headers, '', null);
      }
      const text = await response.text();
      if (ok) return { status, headers, text, body: null };
      return FeedbackApiError.of(status, headers, text, parseRetryAfter(headers, now));
    } catch (error) {
      return this.toNetworkError(error, signal);
    }
  }

  /** Throws for an invalid header before sending, so that it does not become a network error. */
  #request(call: ApiCall, signal: AbortSignal | undefined): [url: string, init: RequestInit] {
    const { apiKey, userAgent, url } = this.#options;
    const headers = new Headers({ 'x-api-key': apiKey });
    for (const [name, value] of Object.entries({ 'user-agent': userAgent, ...call.headers }))
      if (value !== undefined) headers.set(name, value);
    const init: RequestInit & { duplex?: 'half' } = {
      method: call.method,
      headers,
      body: call.body as RequestInit['body'],
      signal,
      // The API never redirects, and fetch would send the key to the target of a redirect.
      redirect: 'manual',
      credentials: 'omit',
      ...(call.body instanceof ReadableStream && { duplex: 'half' }),
    };
    return [`${url}${call.path}${queryString(call.query ?? {})}`, init];
  }
}

/** The response of a call that was processed by an earlier attempt. */
const emptyResponse = (): ApiResponse => ({ status: 204, headers: new Headers(), text: '', body: null });

function mayRetry({ retry = 'after any failure' }: ApiCall, mayBeProcessed: boolean): boolean {
  return retry === 'after any failure' || (retry === 'unless it may have been processed' && !mayBeProcessed);
}

function queryString(query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.append(name, String(value));
  return text.size > 0 ? `?${text}` : '';
}

const mediaType = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();

/** Returns a new signal per call: fetch leaves a listener on it, and Node.js warns at 1,500 listeners. */
function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const definedSignals = signals.filter((signal) => signal !== undefined);
  return definedSignals.length > 0 ? AbortSignal.any(definedSignals) : undefined;
}
