import {
  IDEMPOTENCY_KEY_MAX,
  keyInUse,
  keyReused,
  RETENTION_HOURS,
  resultGone,
  storageLimitReached,
  tagLimitReached,
} from '@libs/feedback';
import { invalidIdempotencyKey } from './idempotency.http';
import { failure, withHeader } from '../openapi/error-responses';
import { RATE_LIMITS } from '../openapi/headers';
import type { ErrorResponse, Parameter } from '../openapi/openapi.types';

/** The parameter of every operation that supports idempotency keys (idempotency.md 1). */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes retries safe. Requests with the same key and the same body take effect once. ' +
    `For ${RETENTION_HOURS} hours, a retry returns the first response, with \`Idempotent-Replayed: true\`. ` +
    `Use a random UUID, or 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters, with or without quotes. ` +
    'Only successful responses are stored.',
  schema: { type: 'string', minLength: 1 },
  example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
};

export const INVALID_KEY = { invalid_idempotency_key: invalidIdempotencyKey() };

export const IN_USE_OR_GONE = { idempotency_key_in_use: keyInUse(), idempotent_result_gone: resultGone() };

/** The errors of requests that store something. */
export const LIMITS_REACHED = {
  tag_limit_reached: tagLimitReached(),
  storage_limit_reached: storageLimitReached(),
};

export const requestFailures = {
  IdempotencyConflict: withRetryAfterInUse(
    failure({
      description:
        'A request with this `Idempotency-Key` is still in progress: try again. Or its response no longer exists, ' +
        'because an item in it was deleted or its import was undone. The request is not repeated. Or the account would ' +
        'have too many tags, or has reached its storage limit. Nothing was changed.',
      errors: { ...IN_USE_OR_GONE, ...LIMITS_REACHED },
    }),
  ),
  IdempotencyKeyReused: failure({
    description: 'The `Idempotency-Key` was already used with a different request. Nothing was changed.',
    errors: { idempotency_key_reused: keyReused() },
    headers: RATE_LIMITS,
  }),
};

/** Adds `Retry-After` as an optional header: only one of the errors has it. */
export function withRetryAfterInUse(response: ErrorResponse): ErrorResponse {
  return withHeader(response, 'Retry-After', 'Retry-After-In-Use');
}
