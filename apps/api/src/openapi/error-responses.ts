import {
  accountSuspended,
  identityRequired,
  rateLimitExceeded,
  tooManyAuthFailures,
  tooManyConcurrentRequests,
} from '@libs/accounts';
import { DomainError, ISSUES_MAX } from '@libs/kernel';
import { errorJson, ERROR_TYPES, statusOf } from '../http/error.filter';
import * as httpErrors from '../http/errors';
import { unexpectedParameter } from '../http/query';
import { JSON_BODY_LIMIT, type RouteAccess } from '../http/routes';
import { EXAMPLE_URL, EXHAUSTED, headerRefs, headers, RATE_LIMITS, type HeaderName } from './headers';
import {
  ref,
  type Example,
  type ErrorResponse,
  type Ref,
  type Responses,
  type Schema,
} from './openapi.types';
import { open } from './schemas';

interface FailureText {
  readonly description: string;
  /** By example name: the error code, with a suffix if one code has several messages. */
  readonly errors: Readonly<Record<string, DomainError>>;
  readonly headers?: readonly HeaderName[];
  /** Overrides the status of the error kind. */
  readonly status?: number;
}

/** Takes the status from the kind of the errors. Each example is the body that `sendError` sends. */
export function failure({ description, errors, headers = RATE_LIMITS, status }: FailureText): ErrorResponse {
  const { kind } = Object.values(errors)[0]!;
  const examples = Object.entries(errors).map(([name, error]): [string, Example] => [
    name,
    { summary: error.message, value: errorJson(error, REQUEST_ID, EXAMPLE_URL) },
  ]);
  return {
    status: status ?? statusOf(kind),
    response: {
      description,
      headers: headerRefs(...headers),
      content: {
        'application/json': {
          schema: ref('schemas', 'ErrorResponse'),
          examples: Object.fromEntries(examples),
        },
      },
    },
  };
}

/** Adds a header, whose component has another name. */
export function withHeader(
  { status, response }: ErrorResponse,
  name: string,
  component: HeaderName,
): ErrorResponse {
  return {
    status,
    response: { ...response, headers: { ...response.headers, [name]: ref('headers', component) } },
  };
}

/** Returns the error that `act` throws. Fails if it throws none, so that no example is outdated. */
export function thrownBy(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`This example no longer causes an error: ${act.toString()}`);
}

const REQUEST_ID = headers['X-Request-Id'].example;
/** Maps each error code to its error. */
const byCode = (...errors: DomainError[]) => Object.fromEntries(errors.map((error) => [error.code, error]));
const keyError = (code: string, message: string) => new DomainError('authentication', code, message);
const notAllowed = (permission: 'read' | 'submit') => ({
  [`insufficient_permissions_${permission}`]: httpErrors.notAllowed({ permission }),
});
/** Errors of every API key. */
const forbidden = byCode(accountSuspended(), httpErrors.httpsRequired());
const wrongEncoding = byCode(httpErrors.unsupportedContentEncoding());
const wrongType = byCode(httpErrors.unsupportedContentType());

export const MALFORMED_REQUEST = byCode(httpErrors.malformedRequest());
export const MALFORMED_URL = byCode(httpErrors.malformedUrl());
/** The error of a route without query parameters. */
export const NO_QUERY = {
  unknown_parameter: DomainError.invalid([unexpectedParameter('page', '2')]),
};

/** Errors with the status 429 that every endpoint can return, by example name. */
export const TOO_MANY_REQUESTS = {
  rate_limit_exceeded: rateLimitExceeded(EXHAUSTED),
  ...byCode(tooManyAuthFailures(29), tooManyConcurrentRequests()),
};

/** Errors of requests that match no operation. */
export const otherFailures = {
  MalformedRequest: failure({
    description: 'The URL or the HTTP request is malformed.',
    errors: { ...MALFORMED_URL, ...MALFORMED_REQUEST },
    headers: [],
  }),
  Forbidden: failure({
    description: 'The account is suspended, or the request was sent over plain HTTP.',
    errors: forbidden,
    headers: [],
  }),
  UnknownEndpoint: failure({
    description: 'The endpoint does not exist.',
    errors: byCode(httpErrors.routeNotFound()),
  }),
  MethodNotAllowed: failure({
    description: 'The endpoint does not support this method.',
    errors: byCode(httpErrors.methodNotAllowed('PUT', ['GET', 'HEAD', 'POST', 'OPTIONS'])),
    headers: [...RATE_LIMITS, 'Allow'],
  }),
} satisfies Record<string, ErrorResponse>;

/** Errors of keys that may not submit. */
export const FORBIDDEN_TO_SUBMIT = {
  ...notAllowed('read'),
  ...byCode(httpErrors.originNotAllowed()),
  ...forbidden,
};

/** Errors of keys that may not change items. */
export const FORBIDDEN_TO_CHANGE = { ...notAllowed('read'), ...notAllowed('submit'), ...forbidden };

/** Errors that several resources share. */
export const failures = {
  Unauthorized: failure({
    description: 'The API key is missing or invalid.',
    errors: byCode(
      httpErrors.keyMissing(),
      keyError('api_key_invalid', 'Invalid API key'),
      httpErrors.keyAmbiguous(),
      keyError('api_key_revoked', 'API key has been revoked'),
      keyError('api_key_expired', 'API key has expired'),
    ),
    headers: ['WWW-Authenticate'],
  }),
  ForbiddenToRead: failure({
    description:
      'The API key does not have permission to read, the account is suspended, or the request was sent over plain HTTP.',
    errors: { ...notAllowed('submit'), ...forbidden },
  }),
  ForbiddenToSubmit: failure({
    description:
      'The API key does not have permission to create feedback, or to set `status`, `external_id`, `tags`, `links`, or `source`, or it is ' +
      'not allowed from this origin. Or the account requires an identity token of `submit` keys, or is suspended, or the request ' +
      'was sent over plain HTTP.',
    errors: {
      ...FORBIDDEN_TO_SUBMIT,
      ...byCode(identityRequired()),
      insufficient_permissions_submit: httpErrors.notAllowed({ permission: 'submit' }, 'set status'),
    },
  }),
  ForbiddenToChange: failure({
    description:
      'The API key does not have permission to make changes, the account is suspended, or the request was sent over ' +
      'plain HTTP.',
    errors: FORBIDDEN_TO_CHANGE,
  }),
  PayloadTooLarge: failure({
    description: 'The request body is too large. The connection is closed.',
    errors: byCode(httpErrors.bodyTooLarge(JSON_BODY_LIMIT)),
    headers: [...RATE_LIMITS, 'Connection'],
  }),
  UnsupportedMediaType: failure({
    description: 'The request body is not JSON in UTF-8, or it has a `Content-Encoding`.',
    errors: { ...wrongType, ...wrongEncoding },
    headers: [...RATE_LIMITS, 'Accept-Encoding'],
  }),
  UnsupportedPatchType: failure({
    description:
      'The media type of the request body is not supported, or the body is not UTF-8 or has a `Content-Encoding`.',
    errors: { ...wrongType, ...wrongEncoding },
    headers: [...RATE_LIMITS, 'Accept-Patch', 'Accept-Encoding'],
  }),
  TooManyRequests: failure({
    description:
      'The API key exceeded a rate limit (this request does not count), the IP address sent too many invalid API ' +
      'keys, or the account has too many concurrent requests.',
    errors: TOO_MANY_REQUESTS,
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  HeadersTooLarge: failure({
    status: 431,
    description: 'The request headers are too large. The connection is closed.',
    errors: byCode(httpErrors.headersTooLarge()),
    headers: ['Connection'],
  }),
  InternalError: failure({
    description: 'An unexpected error in the service. A retry may succeed.',
    errors: byCode(httpErrors.internalError()),
  }),
  ServiceUnavailable: failure({
    description: 'The service cannot reach its database. Retry after `Retry-After` seconds.',
    errors: byCode(httpErrors.serviceUnavailable()),
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
} satisfies Record<string, ErrorResponse>;

export type FailureName = keyof typeof failures;

/** Maps the status of each response to its reference. */
export const refsTo = <T extends Record<string, ErrorResponse>>(
  all: T,
  ...names: readonly (keyof T & string)[]
): Record<string, Ref> =>
  Object.fromEntries(names.map((name) => [all[name]!.status, ref('responses', name)]));

/** Maps the status of each response of `otherFailures` to the response itself, which no operation refers to. */
export const otherResponses = (...names: readonly (keyof typeof otherFailures)[]): Responses =>
  Object.fromEntries(names.map((name) => [otherFailures[name].status, otherFailures[name].response]));

export const failureRefs = (...names: readonly FailureName[]) => refsTo(failures, ...names);

/** Responses that any request with an API key can get, even at an unknown path. */
export const COMMON_FAILURES: readonly FailureName[] = [
  'Unauthorized',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalError',
  'ServiceUnavailable',
];

/** Errors that the pipeline can return before the route handler runs (conventions.md 2). */
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
  return [...COMMON_FAILURES, forbidden, ...(consumes ? body : [])];
}

const MERGED_INTO: Schema = {
  type: 'string',
  format: 'uuid',
  description: 'The ID of the item that a merged item is merged into, if this is the reason.',
};

const REASON: Schema = {
  type: 'string',
  description: 'Why an identity token is refused. New reasons can be added.',
};

const issue = open(
  {
    line: { type: 'integer', minimum: 1, description: 'Line of the file with the error; imports only.' },
    param: {
      type: 'string',
      description: 'Invalid field or parameter. Absent if the error is about a whole line of a file.',
    },
    code: { type: 'string' },
    message: { type: 'string' },
    merged_into: MERGED_INTO,
    reason: REASON,
  },
  ['code', 'message'],
);

/** The schema of every error (conventions.md 4). */
export const errorSchema: Schema = {
  description: 'An error.',
  ...open({
    error: open(
      {
        type: {
          type: 'string',
          enum: ERROR_TYPES,
          description: 'Category of the error. No values will be added.',
        },
        message: {
          type: 'string',
          minLength: 1,
          description: 'Human-readable message. Never contains a value from the request.',
        },
        code: {
          type: 'string',
          pattern: '^[a-z_]+$',
          description: 'The specific error. New codes can be added: handle an unknown code by its `type`.',
        },
        param: {
          type: 'string',
          description: 'The invalid field or parameter, if the error is about one.',
        },
        details: {
          type: 'array',
          description: 'The errors of the request. The first one is this error.',
          minItems: 1,
          maxItems: ISSUES_MAX,
          items: issue,
        },
        reason: REASON,
        merged_into: MERGED_INTO,
        doc_url: {
          type: 'string',
          format: 'uri',
          description: 'A page that explains the code and what to do about it.',
        },
        request_id: {
          ...headers['X-Request-Id'].schema,
          description: 'Same as the `X-Request-Id` header.',
        },
      },
      ['type', 'message', 'code', 'doc_url', 'request_id'],
    ),
  }),
};
