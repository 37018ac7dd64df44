import { rateLimitExceeded } from '@libs/accounts';
import { DomainError, type ErrorKind } from '@libs/kernel';
import {
  errorJson,
  ERROR_TYPES,
  MAX_DETAILS,
  routeNotFound,
  serviceUnavailable,
  statusOf,
} from '../http/error.filter';
import { unknownParameter } from '../http/refusals';
import { JSON_BODY_LIMIT, type RouteAccess } from '../http/routes';
import { EXHAUSTED, headerRefs, headers, RATE_LIMITS, type HeaderName } from './headers';
import { ref, type Example, type Failure, type Ref, type Schema } from './openapi.types';

interface FailureText {
  readonly description: string;
  /** By name of the example: the code, or more where one code has several messages. */
  readonly errors: Readonly<Record<string, DomainError>>;
  readonly headers?: readonly HeaderName[];
  /** Where the kind alone does not say it. */
  readonly status?: number;
}

/** The status is that of the errors' kind, and each example is what `sendError` would send for it. */
export function failure({ description, errors, headers = RATE_LIMITS, status }: FailureText): Failure {
  const { kind } = Object.values(errors)[0]!;
  const examples = Object.entries(errors).map(([name, error]): [string, Example] => [
    name,
    { summary: error.message, value: errorJson(error, REQUEST_ID) },
  ]);
  return {
    status: status ?? statusOf(kind),
    response: {
      description,
      headers: headerRefs(...headers),
      content: {
        'application/json': { schema: ref('schemas', 'Error'), examples: Object.fromEntries(examples) },
      },
    },
  };
}

/** What really is thrown; an example whose request is no longer refused must not stay. */
export function thrownBy(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`An example of a refusal is no longer refused: ${act.toString()}`);
}

const REQUEST_ID = headers['X-Request-Id'].example;
const error = (kind: ErrorKind, code: string, message: string) => ({
  [code]: new DomainError(kind, code, message),
});
const notAllowed = (permission: string) => ({
  [`insufficient_permissions_${permission}`]: new DomainError(
    'permission',
    'insufficient_permissions',
    `This API key is not allowed to do this (permission: ${permission})`,
  ),
});
const httpsRequired = error('permission', 'https_required', 'HTTPS is required');
const wrongEncoding = error(
  'unsupported_media_type',
  'unsupported_content_encoding',
  'Content-Encoding is not supported',
);
const wrongType = error(
  'unsupported_media_type',
  'unsupported_content_type',
  'Content-Type must be application/json',
);

export const MALFORMED_REQUEST = error('validation', 'malformed_request', 'Malformed HTTP request');
export const MALFORMED_URL = error('validation', 'malformed_url', 'Request URL is not valid');
/** Where a route reads no query. */
export const NO_QUERY = { unknown_parameter: DomainError.invalid([unknownParameter('page')]) };

/** Errors that more than one resource answers. */
export const failures = {
  MalformedRequest: failure({
    description: 'Not understood: a broken address or request.',
    errors: { ...MALFORMED_URL, ...MALFORMED_REQUEST },
    headers: [],
  }),
  Unauthorized: failure({
    description: 'No API key, or none that opens.',
    errors: {
      ...error('authentication', 'api_key_missing', 'Missing API key: send it in the X-API-Key header'),
      ...error('authentication', 'api_key_invalid', 'Invalid API key'),
      ...error(
        'authentication',
        'api_key_ambiguous',
        'Multiple API keys provided: send exactly one X-API-Key header',
      ),
      ...error('authentication', 'api_key_revoked', 'API key has been revoked'),
      ...error('authentication', 'api_key_expired', 'API key has expired'),
    },
    headers: ['WWW-Authenticate'],
  }),
  HttpsRequired: failure({ description: 'The key came in clear.', errors: httpsRequired, headers: [] }),
  ForbiddenToRead: failure({
    description: 'The key may not read.',
    errors: { ...notAllowed('submit'), ...httpsRequired },
  }),
  ForbiddenToSubmit: failure({
    description: 'The key may not submit, not from here, or not with a status.',
    errors: {
      ...notAllowed('read'),
      ...notAllowed('submit'),
      ...error('permission', 'origin_not_allowed', 'This API key may not be used from this origin'),
      ...httpsRequired,
    },
  }),
  ForbiddenToChange: failure({
    description: 'The key may not change anything.',
    errors: { ...notAllowed('read'), ...notAllowed('submit'), ...httpsRequired },
  }),
  UnknownEndpoint: failure({
    description: 'Nothing is at this path.',
    errors: { route_not_found: routeNotFound() },
  }),
  MethodNotAllowed: failure({
    description: 'Something is at this path, but it does not know this method.',
    errors: error('method_not_allowed', 'method_not_allowed', 'Method PUT is not allowed for this endpoint'),
    headers: [...RATE_LIMITS, 'Allow'],
  }),
  PayloadTooLarge: failure({
    description: 'The body is too large; the connection is closed.',
    errors: error(
      'payload_too_large',
      'body_too_large',
      `Request body is too large (maximum ${JSON_BODY_LIMIT} bytes)`,
    ),
    headers: [...RATE_LIMITS, 'Connection'],
  }),
  UnsupportedMediaType: failure({
    description: 'The body is no JSON in UTF-8, or it came encoded.',
    errors: { ...wrongType, ...wrongEncoding },
    headers: [...RATE_LIMITS, 'Accept-Encoding'],
  }),
  UnsupportedPatchType: failure({
    description: 'The body is no JSON and no JSON Merge Patch in UTF-8, or it came encoded.',
    errors: { ...wrongType, ...wrongEncoding },
    headers: [...RATE_LIMITS, 'Accept-Patch', 'Accept-Encoding'],
  }),
  TooManyRequests: failure({
    description:
      'The quota of the key is spent; this request did not count. Or the address has presented too many wrong keys.',
    errors: {
      rate_limit_exceeded: rateLimitExceeded(EXHAUSTED),
      ...error(
        'rate_limit',
        'too_many_auth_failures',
        'Too many failed authentication attempts. Retry in 29 seconds.',
      ),
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  HeadersTooLarge: failure({
    status: 431,
    description: 'The headers are too large; the connection is closed.',
    errors: error('validation', 'headers_too_large', 'Request headers are too large (maximum 16384 bytes)'),
    headers: ['Connection'],
  }),
  InternalError: failure({
    description: 'A fault of the service. Trying again may help.',
    errors: error('internal', 'internal_error', 'An unexpected error occurred'),
  }),
  ServiceUnavailable: failure({
    description: 'The database cannot be reached at the moment. Try again.',
    errors: { service_unavailable: serviceUnavailable() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
} satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;

/** By status, as an operation lists them. */
export const refsTo = <T extends Record<string, Failure>>(
  all: T,
  ...names: readonly (keyof T & string)[]
): Record<string, Ref> =>
  Object.fromEntries(names.map((name) => [all[name]!.status, ref('responses', name)]));

export const failureRefs = (...names: readonly FailureName[]) => refsTo(failures, ...names);

/** Every request with a key may meet these, whether something is at its path or not. */
export const ANYWHERE: readonly FailureName[] = [
  'Unauthorized',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalError',
  'ServiceUnavailable',
];

/** What the pipeline may answer before the route is asked (API.md 1.2), from what the route says about itself. */
export function pipelineFailures(method: string, { permissions = [], consumes }: RouteAccess): FailureName[] {
  const forbidden = permissions.includes('submit')
    ? 'ForbiddenToSubmit'
    : permissions.includes('read')
      ? 'ForbiddenToRead'
      : 'ForbiddenToChange';
  const body: FailureName[] = [
    'PayloadTooLarge',
    method === 'patch' ? 'UnsupportedPatchType' : 'UnsupportedMediaType',
  ];
  return [...ANYWHERE, forbidden, ...(consumes ? body : [])];
}

const issue: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['param', 'code', 'message'],
  properties: {
    param: { type: 'string', description: 'The field or parameter at fault.' },
    code: { type: 'string' },
    message: { type: 'string' },
  },
};

/** The one shape of every error (API.md 1.4). */
export const errorSchema: Schema = {
  type: 'object',
  description: 'Every error has this shape.',
  additionalProperties: false,
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'message', 'code', 'request_id'],
      properties: {
        type: { type: 'string', enum: ERROR_TYPES, description: 'One for each status; a closed set.' },
        message: {
          type: 'string',
          minLength: 1,
          description: 'For people. It never repeats a value that was sent.',
        },
        code: {
          type: 'string',
          pattern: '^[a-z_]+$',
          description:
            'What exactly went wrong. New codes may come: treat one you do not know as its `type`.',
        },
        param: { type: 'string', description: 'The field or parameter at fault, when it is one.' },
        details: {
          type: 'array',
          description: 'Every fault of the input; the first one is the error itself.',
          minItems: 1,
          maxItems: MAX_DETAILS,
          items: issue,
        },
        request_id: {
          ...headers['X-Request-Id'].schema,
          description: 'The same as the header `X-Request-Id`.',
        },
      },
    },
  },
};
