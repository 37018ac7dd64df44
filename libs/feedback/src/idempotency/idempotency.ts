import { DomainError, type Instant } from '@libs/kernel';

/** How long a request that was answered is remembered (idempotency.md 4). */
export const REMEMBERED_HOURS = 24;

/** Longest key, in characters. */
export const IDEMPOTENCY_KEY_MAX = 255;
export const IDEMPOTENCY_KEY_PATTERN = `^[!-~]{1,${IDEMPOTENCY_KEY_MAX}}$`;
const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Visible ASCII characters, no white space (idempotency.md 1). */
export const isIdempotencyKey = (text: string): boolean => KEY.test(text);

/** A request that may come again, because its answer may get lost: whoever names it twice means it once. */
export interface IdempotentRequest {
  /** Who names it: two clients of an account may choose the same key. */
  readonly client: string;
  readonly key: string;
  /** What is asked for, as a digest: the same key for something else is a mistake. */
  readonly fingerprint: string;
}

/** An answer that is kept, as text that only the surface reads. */
export interface StoredResponse {
  readonly text: string;
  /** Whether it was given before, and nothing was written now. */
  readonly isReplay: boolean;
}

/** What is remembered of a request; the answer is gone with the first of its items that was removed. */
export interface IdempotencyRecord extends IdempotentRequest {
  readonly answer: string | null;
  readonly createdAt: Instant;
}

/** Records made at this moment or before have ended. */
export function endOf(now: Instant): Instant {
  return new Date(new Date(now).getTime() - REMEMBERED_HOURS * 3_600_000).toISOString();
}

/**
 * The answer that a request gets again.
 * @throws DomainError `idempotency` when the key was used for something else, `conflict` when an item is gone
 */
export function replayed(
  { fingerprint, answer }: IdempotencyRecord,
  once: IdempotentRequest,
): StoredResponse {
  if (fingerprint !== once.fingerprint) throw keyReused();
  if (answer === null) throw resultGone();
  return { text: answer, isReplay: true };
}

export const keyReused = () =>
  new DomainError(
    'idempotency',
    'idempotency_key_reused',
    'Idempotency-Key was already used with a different request',
  );

export const resultGone = () =>
  new DomainError('conflict', 'idempotent_result_gone', 'The result of this request has been deleted');

const RETRY_AFTER = 1;

export const keyInUse = () =>
  new DomainError(
    'conflict',
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still in progress',
    { retryAfter: RETRY_AFTER },
  );
