import { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { RetryNotice } from './options';
import type { Platform } from './platform';
import { rateBudgetOf, type RateLimitStatus } from './rate-limit-status';
import { delayAfter, isTemporary, isUncertain, retryAfterOf, type Failure } from './retries';

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

export type Query = Readonly<Partial<Record<string, string | number | boolean>>>;

export type RequestBody = string | Blob | Uint8Array | ReadableStream<Uint8Array>;

/** Which failures a call is repeated after. Never one that is not temporary. */
export type Repeat = 'after any failure' | 'while nothing can have happened' | 'never';

export interface Call {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Partial<Record<string, string>>>;
  readonly body?: RequestBody;
  readonly repeat?: Repeat;
  /** The answer's body is handed on unread when it is of this media type; else it is no answer of the API. */
  readonly streams?: string;
  /** Says of a refusal, where an attempt before may have been carried out, that this is what it then looks like. */
  readonly isDone?: (refusal: FeedbackApiError) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
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
  #budget: RateLimitStatus | null = null;

  constructor(options: TransportOptions, platform: Platform) {
    this.#options = options;
    this.#platform = platform;
  }

  get budget(): RateLimitStatus | null {
    return this.#budget;
  }

  /**
   * @throws FeedbackApiError
   * @throws FeedbackNetworkError
   * @throws the signal's reason
   */
  async send(call: Call): Promise<Answer> {
    const signal = eitherOf(this.#options.signal, call.signal);
    let failedAt: number | undefined;
    let mayBeDone = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(call, signal);
      if (!(outcome instanceof Error)) return outcome;
      if (mayBeDone && outcome instanceof FeedbackApiError && call.isDone?.(outcome)) return nothing();
      mayBeDone ||= isUncertain(outcome);
      const { retries, maxWaitMs } = this.#options;
      const now = this.#platform.now().getTime();
      const leftMs = maxWaitMs - (now - (failedAt ??= now));
      const delayMs = delayAfter(outcome, attempt, this.#platform.random(), leftMs);
      const isLast = attempt > retries || leftMs <= 0 || delayMs > leftMs;
      if (isLast || !isTemporary(outcome) || !repeats(call, mayBeDone)) throw outcome;
      this.#options.onRetry?.({ operation: call.operation, attempt, delayMs, error: outcome });
      await this.#platform.sleep(delayMs, signal);
    }
  }

  /**
   * What to throw when no answer came, or only a part of it.
   * @throws the reason of a signal that was aborted
   */
  failure(error: unknown, signal: AbortSignal | undefined): FeedbackNetworkError {
    this.#options.signal?.throwIfAborted();
    signal?.throwIfAborted();
    return FeedbackNetworkError.of(error, this.#options.apiKey);
  }

  async #attempt(call: Call, signal: AbortSignal | undefined): Promise<Answer | Failure> {
    signal?.throwIfAborted();
    const request = this.#request(call, signal);
    try {
      const response = await (this.#options.fetch ?? globalThis.fetch)(...request);
      const { status, headers, body, ok } = response;
      const now = this.#platform.now();
      this.#budget = rateBudgetOf(headers, now) ?? this.#budget;
      if (ok && call.streams !== undefined) {
        if (mediaTypeIn(headers) === call.streams) return { status, headers, text: '', body };
        await body?.cancel();
        return FeedbackApiError.of(status, headers, '', null);
      }
      const text = await response.text();
      if (ok) return { status, headers, text, body: null };
      return FeedbackApiError.of(status, headers, text, retryAfterOf(headers, now));
    } catch (error) {
      return this.failure(error, signal);
    }
  }

  /** Throws what is wrong with a header before anything is sent, so that it is no failure of the network. */
  #request(call: Call, signal: AbortSignal | undefined): [url: string, init: RequestInit] {
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
    return [`${url}${call.path}${queryText(call.query ?? {})}`, init];
  }
}

/** Of a call that turns out to be done already. */
const nothing = (): Answer => ({ status: 204, headers: new Headers(), text: '', body: null });

function repeats({ repeat = 'after any failure' }: Call, mayBeDone: boolean): boolean {
  return repeat === 'after any failure' || (repeat === 'while nothing can have happened' && !mayBeDone);
}

function queryText(query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.append(name, String(value));
  return text.size > 0 ? `?${text}` : '';
}

const mediaTypeIn = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();

/** A signal of its own for each call: fetch leaves a listener on it, and those of 1,500 calls are a warning of Node. */
function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 0 ? AbortSignal.any(given) : undefined;
}
