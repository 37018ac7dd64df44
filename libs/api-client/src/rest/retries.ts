import { FeedbackApiError, type FeedbackNetworkError } from './errors';

/** What became of one attempt, other than an answer to hand on. */
export type RequestError = FeedbackApiError | FeedbackNetworkError;

/** Waits grow from a quarter of a second to at most eight, each cut by up to half so that clients do not meet again. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;
/** Added to a wait the service asked for, so that all who were told the same do not come at once. */
const JITTER_MS = 250;

/** Statuses that a proxy gives for a service it cannot reach, and the service while it cannot reach its database. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

/** Whether the same request may succeed later; every other refusal stands. */
export function isTemporary(error: RequestError): boolean {
  if (!(error instanceof FeedbackApiError)) return error.wasSent;
  const { status, code } = error;
  return (
    status === 429 ||
    UNAVAILABLE_STATUSES.includes(status) ||
    (status === 409 && code === 'idempotency_key_in_use')
  );
}

/** Whether the request may have been carried out all the same: nobody answered, or somebody on the way did. */
export function isUncertain(error: RequestError): boolean {
  if (!(error instanceof FeedbackApiError)) return error.wasSent;
  return error.status === 502 || error.status === 504;
}

/**
 * Milliseconds until the next attempt: never before the service allows it.
 * @param attempt the one that failed, from 1
 * @param random from 0 to less than 1
 * @param leftMs a wait that the service did not ask for is no longer than this
 */
export function retryDelay(error: RequestError, attempt: number, random: number, leftMs = Infinity): number {
  if (error instanceof FeedbackApiError && error.retryAfter !== null)
    return Math.round(error.retryAfter * 1000 + random * JITTER_MS);
  const maxDelay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.min(leftMs, Math.round(maxDelay * (1 - random / 2)));
}

/** Whole seconds, from `Retry-After` as seconds or as a date (RFC 9110 §10.2.3); null for none and for nonsense. */
export function parseRetryAfter(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
