import { FeedbackApiError, type FeedbackNetworkError } from './errors';

/** The error of one attempt. */
export type RequestError = FeedbackApiError | FeedbackNetworkError;

/** Exponential backoff from 250 ms to 8 s. Each delay is cut by up to half, so that clients don't retry together. */
const FIRST_DELAY_MS = 250;
export const MAX_DELAY_MS = 8000;
/** Maximum jitter added to `Retry-After`, so that clients don't retry together. */
const JITTER_MS = 250;

/** Returned by a proxy that cannot reach the service, and by the service if it cannot reach its database. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

/** True if a retry of the same request can succeed. */
export function isTemporary(error: RequestError): boolean {
  if (!(error instanceof FeedbackApiError)) return error.wasSent;
  const { status, code } = error;
  return (
    status === 429 ||
    UNAVAILABLE_STATUSES.includes(status) ||
    (status === 409 && code === 'idempotency_key_in_use')
  );
}

/** True if the request may have been processed: there was no response, or it came from a proxy. */
export function isUncertain(error: RequestError): boolean {
  if (!(error instanceof FeedbackApiError)) return error.wasSent;
  return error.status === 502 || error.status === 504;
}

/**
 * Returns the milliseconds until the next attempt, never less than `Retry-After`.
 * @param attempt the failed attempt, starting at 1
 * @param random from 0 to less than 1
 * @param leftMs maximum delay if there is no `Retry-After`
 */
export function retryDelay(error: RequestError, attempt: number, random: number, leftMs = Infinity): number {
  if (error instanceof FeedbackApiError && error.retryAfter !== null)
    return Math.round(error.retryAfter * 1000 + random * JITTER_MS);
  return Math.min(leftMs, backoff(attempt, random));
}

/**
 * Returns the milliseconds until a lost stream is opened again, never less than the service asked for.
 * @param minMs what the service asked for; 0 if it did not
 * @param leftMs maximum delay if the service asked for none
 */
export function reconnectDelay(minMs: number, attempt: number, random: number, leftMs: number): number {
  const minDelay = minMs === 0 ? 0 : Math.round(minMs + random * JITTER_MS);
  return Math.max(minDelay, Math.min(leftMs, backoff(attempt, random)));
}

function backoff(attempt: number, random: number): number {
  const maxDelay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(maxDelay * (1 - random / 2));
}

/** Parses `Retry-After`, seconds or a date (RFC 9110 §10.2.3), to seconds; null if it is missing or invalid. */
export function parseRetryAfter(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
