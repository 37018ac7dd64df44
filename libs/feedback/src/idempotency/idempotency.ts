import { DomainError, type Instant } from '@libs/kernel';

/** How long the record of a request is kept, in hours (idempotency.md 4). */
export const RETENTION_HOURS = 24;

/** Maximum length of a key, in characters. */
export const IDEMPOTENCY_KEY_MAX = 255;
export const IDEMPOTENCY_KEY_PATTERN = `^[!-~]{1,${IDEMPOTENCY_KEY_MAX}}$`;
const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Whether a key has only visible ASCII characters, without whitespace (idempotency.md 1). */
export const isIdempotencyKey = (text: string): boolean => KEY.test(text);

/** A request that clients can repeat after a lost response, and that takes effect once. */
export interface IdempotentRequest {
  /** Scope of the key within the account: two clients can choose the same key. */
  readonly client: string;
  readonly key: string;
  /** Digest of the input. The same key with another fingerprint is an error. */
  readonly fingerprint: string;
}

/** A stored response, as text in a format of the surface. */
export interface StoredResponse {
  readonly text: string;
  /** True if the response was stored before, and nothing was written now. */
  readonly isReplay: boolean;
}

/** The record of a request. */
export interface IdempotencyRecord extends IdempotentRequest {
  /** The stored response; null if one of its items was deleted. */
  readonly response: string | null;
  readonly createdAt: Instant;
}

/** Records that were created at the returned time or before it are expired. */
export function expiryCutoff(now: Instant): Instant {
  return new Date(new Date(now).getTime() - RETENTION_HOURS * 3_600_000).toISOString();
}

/**
 * Returns the stored response for a repeated request.
 * @throws DomainError `idempotency` if the key was used for another request, `conflict` if an item was deleted
 */
export function replayed(
  { fingerprint, response }: IdempotencyRecord,
  request: IdempotentRequest,
): StoredResponse {
  if (fingerprint !== request.fingerprint) throw keyReused();
  if (response === null) throw resultGone();
  return { text: response, isReplay: true };
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
