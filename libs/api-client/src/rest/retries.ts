import { FeedbackApiError, type FeedbackNetworkError } from './errors';

/** What became of one attempt, other than an answer to hand on. */
export type Failure = FeedbackApiError | FeedbackNetworkError;

/** Waits grow from a quarter of a second to at most eight, each cut by up to half so that clients do not meet again. */
const FIRST_MS = 250;
const LONGEST_MS = 8000;
/** Added to a wait the service asked for, so that all who were told the same do not come at once. */
const SPREAD_MS = 250;

/** Statuses that a proxy gives for a service it cannot reach, and the service while it cannot reach its database. */
const UNREACHABLE = [502, 503, 504];

/** Whether the same request may succeed later; every other refusal stands. */
export function isTemporary(failure: Failure): boolean {
  if (!(failure instanceof FeedbackApiError)) return failure.wasSent;
  const { status, code } = failure;
  return (
    status === 429 || UNREACHABLE.includes(status) || (status === 409 && code === 'idempotency_key_in_use')
  );
}

/** Whether the request may have been carried out all the same: nobody answered, or somebody on the way did. */
export function isUncertain(failure: Failure): boolean {
  if (!(failure instanceof FeedbackApiError)) return failure.wasSent;
  return failure.status === 502 || failure.status === 504;
}

/**
 * Milliseconds until the next attempt: never before the service allows it.
 * @param attempt the one that failed, from 1
 * @param random from 0 to less than 1
 * @param leftMs a wait that the service did not ask for is no longer than this
 */
export function delayAfter(failure: Failure, attempt: number, random: number, leftMs = Infinity): number {
  if (failure instanceof FeedbackApiError && failure.retryAfter !== null)
    return Math.round(failure.retryAfter * 1000 + random * SPREAD_MS);
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return Math.min(leftMs, Math.round(longest * (1 - random / 2)));
}

/** Whole seconds, from `Retry-After` as seconds or as a date (RFC 9110 §10.2.3); null for none and for nonsense. */
export function retryAfterOf(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
