import { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { RetryNotice } from './options';
import type { Platform } from './platform';
import { rateBudgetOf, type RateLimitStatus } from './rate-limit-status';
import { retryDelay, isTemporary, isUncertain, parseRetryAfter, type RequestError } from './retries';

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

/** Which failures a call is repeated after. Never one that is not temporary. */
export type RetryPolicy = 'after any failure' | 'while nothing can have happened' | 'never';

export interface ApiCall {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Partial<Record<string, string>>>;
  readonly body?: RequestBody;
  readonly retry?: RetryPolicy;
  /** The answer's body is handed on unread when it is of this media type; else it is no answer of the API. */
  readonly streamedType?: string;
  /** Says of a refusal, where an attempt before may have been carried out, that this is what it then looks like. */
  readonly isAlreadyDone?: (error: FeedbackApiError) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the body is streamed. */
  readonly text: string;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Sends calls, and sends them again where that may help. It alone knows the key, in a field nobody can look at. */
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
   * @throws the signal's reason
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
      const { retries, maxWaitMs } = this.#options;
      const now = this.#platform.now().getTime();
      const leftMs = maxWaitMs - (now - (firstFailureAt ??= now));
      const delayMs = retryDelay(outcome, attempt, this.#platform.random(), leftMs);
      const isLast = attempt > retries || leftMs <= 0 || delayMs > leftMs;
      if (isLast || !isTemporary(outcome) || !mayRetry(call, mayBeProcessed)) throw outcome;
      this.#options.onRetry?.({ operation: call.operation, attempt, delayMs, error: outcome });
      await this.#platform.sleep(delayMs, signal);
    }
  }

  /**
   * What to throw when no answer came, or only a part of it.
   * @throws the reason of a signal that was aborted
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
      this.#rateLimit = rateBudgetOf(headers, now) ?? this.#rateLimit;
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

  /** Throws what is wrong with a header before anything is sent, so that it is no failure of the network. */
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
      // The API never redirects, and fetch would carry the key along to wherever it is sent.
      redirect: 'manual',
      credentials: 'omit',
      ...(call.body instanceof ReadableStream && { duplex: 'half' }),
    };
    return [`${url}${call.path}${queryString(call.query ?? {})}`, init];
  }
}

/** Of a call that turns out to be done already. */
const emptyResponse = (): ApiResponse => ({ status: 204, headers: new Headers(), text: '', body: null });

function mayRetry({ retry = 'after any failure' }: ApiCall, mayBeProcessed: boolean): boolean {
  return retry === 'after any failure' || (retry === 'while nothing can have happened' && !mayBeProcessed);
}

function queryString(query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.append(name, String(value));
  return text.size > 0 ? `?${text}` : '';
}

const mediaType = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();

/** A signal of its own for each call: fetch leaves a listener on it, and those of 1,500 calls are a warning of Node. */
function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const present = signals.filter((signal) => signal !== undefined);
  return present.length > 0 ? AbortSignal.any(present) : undefined;
}
