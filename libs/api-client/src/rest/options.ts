import type { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { TransportOptions } from './transport';

export interface ClientOptions {
  /** Service URL, for example `https://feedback.example.com`, with or without `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum number of retries, 4 by default. `Infinity` retries for as long as `maxWaitMs` allows. */
  readonly retries?: number;
  /** Maximum time from the first error to the last attempt, 5 minutes by default. A longer wait throws immediately. */
  readonly maxWaitMs?: number;
  /** Aborts every call of this client. */
  readonly signal?: AbortSignal;
  /** `User-Agent` header. Browsers set their own. */
  readonly userAgent?: string;
  /** Called before each wait. */
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** Describes a retry before its wait. */
export interface RetryNotice {
  /** `operationId` of the OpenAPI document. */
  readonly operation: string;
  /** The failed attempt, starting at 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: FeedbackApiError | FeedbackNetworkError;
}

const API_PATH = '/api/v1';
const DEFAULT_RETRIES = 4;
const DEFAULT_MAX_WAIT_MS = 300_000;

/**
 * Validates the options.
 * @throws TypeError for an invalid option, without its value, because the key is secret
 * @internal
 */
export function toTransportOptions(options: ClientOptions): TransportOptions {
  const { baseUrl, apiKey, retries = DEFAULT_RETRIES, maxWaitMs = DEFAULT_MAX_WAIT_MS } = options;
  const { fetch, signal, userAgent, onRetry } = options;
  if (!(Number.isInteger(retries) || retries === Infinity) || retries < 0)
    throw new TypeError('retries must be a non-negative integer or Infinity');
  if (!(maxWaitMs >= 0)) throw new TypeError('maxWaitMs must be a non-negative number');
  const url = toApiUrl(baseUrl);
  return { url, apiKey: parseApiKey(apiKey), retries, maxWaitMs, fetch, signal, userAgent, onRetry };
}

function toApiUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an http or https URL without credentials, query, or fragment');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(API_PATH) ? path : path + API_PATH}`;
}

/** Validates the key: the platform would repeat an invalid header value in its error. */
function parseApiKey(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new TypeError('apiKey must contain only visible ASCII characters, without spaces');
  return apiKey.trim();
}
