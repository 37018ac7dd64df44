import { rateLimitExceeded, tooManyAuthFailures } from '@libs/accounts';
import { DomainError, ISSUES_MAX } from '@libs/kernel';
import { errorJson, ERROR_TYPES, statusOf } from '../http/error.filter';
import * as refusals from '../http/errors';
import { unexpectedParameter } from '../http/query';
import { JSON_BODY_LIMIT, type RouteAccess } from '../http/routes';
import { EXHAUSTED, headerRefs, headers, RATE_LIMITS, type HeaderName } from './headers';
import { ref, type Example, type ErrorResponse, type Ref, type Schema } from './openapi.types';
import { open } from './schemas';

interface FailureText {
  readonly description: string;
  /** By name of the example: the code, or more where one code has several messages. */
  readonly errors: Readonly<Record<string, DomainError>>;
  readonly headers?: readonly HeaderName[];
  /** Where the kind alone does not say it. */
  readonly status?: number;
}

/** The status is that of the errors' kind, and each example is what `sendError` would send for it. */
export function failure({ description, errors, headers = RATE_LIMITS, status }: FailureText): ErrorResponse {
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
        'application/json': {
          schema: ref('schemas', 'ErrorResponse'),
          examples: Object.fromEntries(examples),
        },
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
/** By their codes, as examples are named. */
const byCode = (...errors: DomainError[]) => Object.fromEntries(errors.map((error) => [error.code, error]));
const refusedKey = (code: string, message: string) => new DomainError('authentication', code, message);
const notAllowed = (permission: 'read' | 'submit') => ({
  [`insufficient_permissions_${permission}`]: refusals.notAllowed({ permission }),
});
const httpsRequired = byCode(refusals.httpsRequired());
const wrongEncoding = byCode(refusals.unsupportedContentEncoding());
const wrongType = byCode(refusals.unsupportedContentType());

export const MALFORMED_REQUEST = byCode(refusals.malformedRequest());
export const MALFORMED_URL = byCode(refusals.malformedUrl());
/** Where a route reads no query. */
export const NO_QUERY = {
  unknown_parameter: DomainError.invalid([unexpectedParameter('page', '2')]),
};

/** Errors that more than one resource answers. */
export const failures = {
  MalformedRequest: failure({
    description: 'Not understood: a broken address or request.',
    errors: { ...MALFORMED_URL, ...MALFORMED_REQUEST },
    headers: [],
  }),
  Unauthorized: failure({
    description: 'No API key, or none that opens.',
    errors: byCode(
      refusals.keyMissing(),
      refusedKey('api_key_invalid', 'Invalid API key'),
      refusals.keyAmbiguous(),
      refusedKey('api_key_revoked', 'API key has been revoked'),
      refusedKey('api_key_expired', 'API key has expired'),
    ),
    headers: ['WWW-Authenticate'],
  }),
  HttpsRequired: failure({ description: 'The key came in clear.', errors: httpsRequired, headers: [] }),
  ForbiddenToRead: failure({
    description: 'The key may not read.',
    errors: { ...notAllowed('submit'), ...httpsRequired },
  }),
  ForbiddenToSubmit: failure({
    description: 'The key may not submit, not from here, or not with a status or a source.',
    errors: {
      ...notAllowed('read'),
      insufficient_permissions_submit: refusals.notAllowed({ permission: 'submit' }, 'set status'),
      ...byCode(refusals.originNotAllowed()),
      ...httpsRequired,
    },
  }),
  ForbiddenToChange: failure({
    description: 'The key may not change anything.',
    errors: { ...notAllowed('read'), ...notAllowed('submit'), ...httpsRequired },
  }),
  UnknownEndpoint: failure({
    description: 'Nothing is at this path.',
    errors: byCode(refusals.routeNotFound()),
  }),
  MethodNotAllowed: failure({
    description: 'Something is at this path, but it does not know this method.',
    errors: byCode(refusals.methodNotAllowed('PUT')),
    headers: [...RATE_LIMITS, 'Allow'],
  }),
  PayloadTooLarge: failure({
    description: 'The body is too large; the connection is closed.',
    errors: byCode(refusals.bodyTooLarge(JSON_BODY_LIMIT)),
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
      ...byCode(tooManyAuthFailures(29)),
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  HeadersTooLarge: failure({
    status: 431,
    description: 'The headers are too large; the connection is closed.',
    errors: byCode(refusals.headersTooLarge()),
    headers: ['Connection'],
  }),
  InternalError: failure({
    description: 'A fault of the service. Trying again may help.',
    errors: byCode(refusals.internalError()),
  }),
  ServiceUnavailable: failure({
    description: 'The database cannot be reached at the moment. Try again.',
    errors: byCode(refusals.serviceUnavailable()),
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
} satisfies Record<string, ErrorResponse>;

export type FailureName = keyof typeof failures;

/** By status, as an operation lists them. */
export const refsTo = <T extends Record<string, ErrorResponse>>(
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

/** What the pipeline may answer before the route is asked (conventions.md 2), from what the route says about itself. */
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

const issue = open(
  {
    line: { type: 'integer', minimum: 1, description: 'Only of a file: the line at fault.' },
    param: {
      type: 'string',
      description: 'The field or parameter at fault. Absent where it is a whole line of a file.',
    },
    code: { type: 'string' },
    message: { type: 'string' },
  },
  ['code', 'message'],
);

/** The one shape of every error (conventions.md 4). */
export const errorSchema: Schema = {
  description: 'Every error has this shape.',
  ...open({
    error: open(
      {
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
          maxItems: ISSUES_MAX,
          items: issue,
        },
        request_id: {
          ...headers['X-Request-Id'].schema,
          description: 'The same as the header `X-Request-Id`.',
        },
      },
      ['type', 'message', 'code', 'request_id'],
    ),
  }),
};
