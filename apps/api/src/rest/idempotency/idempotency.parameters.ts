import { IDEMPOTENCY_KEY_MAX, keyInUse, keyReused, REMEMBERED_HOURS, resultGone } from '@libs/feedback';
import { invalidIdempotencyKey } from '../../feedback/idempotency/idempotency.http';
import { failure } from '../../openapi/error-responses';
import { RATE_LIMITS } from '../../openapi/headers';
import { ref, type ErrorResponse, type Parameter } from '../../openapi/openapi.types';

/** What every operation says that can be asked for once (idempotency.md 1). */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send the request again when its answer got lost: with the same key and the same body it ' +
    `happens once, and for ${REMEMBERED_HOURS} hours the first answer comes again, with \`Idempotent-Replayed: true\`. ` +
    `Best a random UUID: 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters, in quotes or without. Only successes are remembered.`,
  schema: { type: 'string', minLength: 1 },
  example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
};

export const INVALID_KEY = { invalid_idempotency_key: invalidIdempotencyKey() };

export const requestFailures = {
  IdempotencyConflict: withRetryAfter(
    failure({
      description:
        'The same request is still being done: try again. Or an item of its answer has been deleted since, or the import undone: there ' +
        'is no answer any more, and nothing happens a second time.',
      errors: { idempotency_key_in_use: keyInUse(), idempotent_result_gone: resultGone() },
    }),
  ),
  IdempotencyKeyReused: failure({
    description: 'This `Idempotency-Key` came with a different request before; nothing happened.',
    errors: { idempotency_key_reused: keyReused() },
    headers: RATE_LIMITS,
  }),
};

/** On one of the two only, where elsewhere the header comes with every answer that has it. */
function withRetryAfter({ status, response }: ErrorResponse): ErrorResponse {
  const headers = { ...response.headers, 'Retry-After': ref('headers', 'Retry-After-In-Use') };
  return { status, response: { ...response, headers } };
}
