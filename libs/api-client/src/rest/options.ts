import type { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { TransportOptions } from './transport';

export interface ClientOptions {
  /** Where the service is, `https://feedback.example.com`; with or without `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What sends requests; the platform's own when not given. */
  readonly fetch?: typeof globalThis.fetch;
  /** Attempts after the first one; 4 when not given, 0 for none, `Infinity` for as many as `maxWaitMs` allows. */
  readonly retries?: number;
  /** Time from a call's first failure to its last attempt, 5 minutes when not given. A longer wait throws at once. */
  readonly maxWaitMs?: number;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal;
  /** For Node and the like: a browser names itself. */
  readonly userAgent?: string;
  /** Told before each wait. */
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** Told before each wait. */
export interface RetryNotice {
  /** `operationId` of the OpenAPI document. */
  readonly operation: string;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: FeedbackApiError | FeedbackNetworkError;
}

const API_PATH = '/api/v1';
const DEFAULT_RETRIES = 4;
const DEFAULT_MAX_WAIT_MS = 300_000;

/**
 * @throws TypeError for what cannot work; it never repeats a value, for one of them is secret
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

/** What a header cannot hold would come back inside the platform's own error. */
function parseApiKey(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new TypeError('apiKey must contain only visible ASCII characters, without spaces');
  return apiKey.trim();
}
