import { rateLimitHeaders } from '@libs/accounts';
import { openApiDocument } from '../../src/reference/openapi-document';
import { apiHeaders } from '../../src/http/headers';
import { JSON_TYPE } from '../../src/http/error.filter';
import { assertDescribed, OpenApiCheck, type ReceivedResponse } from './openapi-check';

/** A check that rejects nothing would pass every response, so these tests produce each error that it must find. */
const LIST = { method: 'GET', url: '/api/v1/feedback?limit=2' };
const ITEM = '/api/v1/feedback/019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
const REQUEST_ID = 'req_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f';

const config = { PUBLIC_URL: 'http://localhost:3000', CORS_ALLOWED_ORIGINS: undefined };
const always = {
  ...apiHeaders(config).always,
  'access-control-allow-origin': '*',
  'x-request-id': REQUEST_ID,
};
const empty = { ...always, date: 'Tue, 03 Mar 2026 10:00:00 GMT', connection: 'keep-alive' };
const headers = { ...empty, 'content-type': JSON_TYPE, 'content-length': '2' };
const rates = Object.fromEntries(
  Object.entries(
    rateLimitHeaders({
      admitted: true,
      windows: [
        {
          policy: { name: 'minute', quota: 10, windowSeconds: 60 },
          remaining: 0,
          resetSeconds: 1,
          resetAt: 1772532041,
        },
      ],
    }),
  ).map(([name, value]) => [name.toLowerCase(), value]),
);

const item = {
  id: '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f',
  title: 'Dark mode',
  description: null,
  submitter_email: '.ada..@example.com',
  status: 'new',
  source: 'a source of tomorrow',
  created_at: '2026-03-03T10:00:00.000Z',
  updated_at: '2026-03-03T10:00:00.000Z',
  external_id: null,
  merged_into: null,
  duplicate_count: 0,
  request_count: 1,
  request_value: 0,
  unconfirmed_votes: 0,
  tags: [],
  assignee: null,
  links: [],
  public: null,
  context: null,
  verified: false,
};
const pagination = { limit: 2, offset: 0, has_more: false, next_cursor: null };
const page = { data: [item], pagination };
const errorBody = (type: string, code: string, more = {}) => ({
  error: { type, code, message: 'M', doc_url: 'https://feedback.test/docs', request_id: REQUEST_ID, ...more },
});
const without = (record: object, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as Record<string, string>;

const on = (method: string, url: string, status: number, more: Partial<ReceivedResponse> = {}) =>
  assertDescribed({ method, url }, { status, headers, ...more });
const EXPORT = '/api/v1/feedback/export?format=csv';
const exported = (type: string, body: unknown) => () =>
  on('GET', EXPORT, 200, {
    headers: {
      ...headers,
      'content-type': type,
      'content-disposition': 'attachment; filename="feedback-20260303T100000Z.csv"',
    },
    body,
  });
const listed = (more: Partial<ReceivedResponse>) => () =>
  assertDescribed(LIST, { status: 200, headers, body: page, ...more });

describe('assertDescribed', () => {
  const valid: [string, () => void][] = [
    ['a page', listed({})],
    ['a page as text', listed({ body: JSON.stringify(page) })],
    ['headers as fetch has them', listed({ headers: new Headers(headers) })],
    ['all rate limit headers', listed({ headers: { ...headers, ...rates } })],
    ['an absolute URL', () => on('GET', 'http://127.0.0.1:8080/api/v1/feedback', 200, { body: page })],
    ['HEAD, which has no body', () => on('HEAD', LIST.url, 200, { body: '' })],
    ['doubled and trailing slashes', () => on('GET', '//api/v1//feedback/', 200, { body: page })],
    ['304', () => on('GET', ITEM, 304, { headers: { ...empty, etag: '"1"' } })],
    ['204', () => on('DELETE', ITEM, 204, { headers: empty, body: '' })],
    [
      '404 for an item',
      () => on('GET', `${ITEM}x`, 404, { body: errorBody('not_found_error', 'feedback_not_found') }),
    ],
    [
      '404 for a path',
      () => on('GET', '/api/v1/nothing', 404, { body: errorBody('not_found_error', 'route_not_found') }),
    ],
    [
      '404 for another API version',
      () => on('POST', '/api/v2', 404, { body: errorBody('not_found_error', 'route_not_found') }),
    ],
    [
      '405',
      () =>
        on('PUT', ITEM, 405, {
          headers: { ...headers, allow: 'GET, HEAD' },
          body: errorBody('method_not_allowed_error', 'method_not_allowed'),
        }),
    ],
    [
      'a path with invalid percent-encoding',
      () => on('GET', '/api/v1/%zz', 400, { body: errorBody('validation_error', 'malformed_url') }),
    ],
    [
      'OPTIONS',
      () =>
        on('OPTIONS', '/api/v1/nothing', 204, {
          headers: { ...empty, ...apiHeaders(config).preflight, allow: 'OPTIONS' },
        }),
    ],
    ['a response outside the API', () => on('GET', '/f/acme', 418, { headers: { 'x-teapot': '1' } })],
  ];
  it.each(valid)('accepts %s', (_name, act) => expect(act).not.toThrow());

  const invalid: [string, () => void, RegExp][] = [
    [
      'an undescribed status',
      listed({ status: 206 }),
      /GET .*limit=2 → 206 .*\(GET \/feedback\):\s+- status 206 is not described, only 200, /,
    ],
    [
      'an undescribed field',
      listed({ body: { ...page, more: 1 } }),
      /body must NOT have additional properties \(more\)/,
    ],
    [
      'a missing field',
      listed({ body: { ...page, data: [without(item, 'source')] } }),
      /body\/data\/0 must have required property 'source'/,
    ],
    [
      'null in a non-nullable field',
      listed({ body: { ...page, data: [{ ...item, title: null }] } }),
      /body\/data\/0\/title must be string/,
    ],
    [
      'an invalid email address',
      listed({ body: { ...page, data: [{ ...item, submitter_email: 'ada' }] } }),
      /submitter_email must match format "email"/,
    ],
    [
      'a title of 201 characters',
      listed({ body: { ...page, data: [{ ...item, title: '😀'.repeat(201) }] } }),
      /title must NOT have more than 200 characters/,
    ],
    [
      'a time without milliseconds',
      listed({ body: { ...page, data: [{ ...item, created_at: '2026-03-03T10:00:00Z' }] } }),
      /created_at must match pattern/,
    ],
    ['a missing body', listed({ body: '' }), /the body is missing/],
    ['a body that is not JSON', listed({ body: '<html>' }), /the body is not JSON: <html>/],
    [
      'an undescribed content type',
      listed({ headers: { ...headers, 'content-type': 'text/html' } }),
      /content-type is text\/html, not application\/json; charset=utf-8/,
    ],
    [
      'a missing header',
      listed({ headers: without(headers, 'x-request-id') }),
      /header X-Request-Id is missing/,
    ],
    [
      'an invalid header value',
      listed({ headers: { ...headers, 'x-request-id': 'forged' } }),
      /header X-Request-Id: forged: value must match pattern/,
    ],
    [
      'a header value that differs from its constant',
      listed({ headers: { ...headers, 'cache-control': 'public' } }),
      /header Cache-Control: public: value must be equal to constant/,
    ],
    [
      'a number in exponential notation',
      listed({ headers: { ...headers, ...rates, 'x-ratelimit-limit': '1e1' } }),
      /header X-RateLimit-Limit: 1e1: value must be integer/,
    ],
    [
      'a quota of 0',
      listed({ headers: { ...headers, ...rates, 'x-ratelimit-limit': '0' } }),
      /X-RateLimit-Limit: 0: value must be >= 1/,
    ],
    [
      'an undescribed x- header',
      listed({ headers: { ...headers, 'x-powered-by': 'us' } }),
      /header x-powered-by is not described \(us\)/,
    ],
    [
      'a rate limit header of an earlier draft',
      listed({ headers: { ...headers, 'ratelimit-limit': '10' } }),
      /header ratelimit-limit is not described/,
    ],
    [
      'Access-Control-Allow-Credentials',
      listed({ headers: { ...headers, 'access-control-allow-credentials': 'true' } }),
      /access-control-allow-credentials is not described/,
    ],
    [
      'some of the rate limit headers',
      listed({ headers: { ...headers, ...without(rates, 'ratelimit') } }),
      /all five or not at all; missing: ratelimit/,
    ],
    ['an ETag on a list', listed({ headers: { ...headers, etag: '"1"' } }), /header etag is not described/],
    [
      'an undescribed query parameter',
      () => on('GET', '/api/v1/feedback?votes=2', 200, { body: page }),
      /query parameter votes is accepted but not described/,
    ],
    ['HEAD with a body', () => on('HEAD', LIST.url, 200, { body: page }), /response to HEAD has a body/],
    ['304 without ETag', () => on('GET', ITEM, 304, { headers: empty }), /header ETag is missing/],
    [
      '304 with a body',
      () => on('GET', ITEM, 304, { headers: { ...empty, etag: '"1"' }, body: '{}' }),
      /the described response has no body, but the body is/,
    ],
    [
      '204 with a content type',
      () => on('DELETE', ITEM, 204),
      /content-type application\/json; charset=utf-8 on a response without a body/,
    ],
    [
      '401 without WWW-Authenticate',
      () => on('GET', ITEM, 401, { body: errorBody('authentication_error', 'api_key_missing') }),
      /header WWW-Authenticate is missing/,
    ],
    [
      '429 without Retry-After',
      () => on('GET', ITEM, 429, { body: errorBody('rate_limit_error', 'rate_limit_exceeded') }),
      /header Retry-After is missing/,
    ],
    ['412 on a read', () => on('GET', ITEM, 412), /status 412 is not described/],
    [
      'an undescribed error code',
      () => on('GET', ITEM, 404, { body: errorBody('not_found_error', 'gone') }),
      /error not_found_error gone has no example here, only not_found_error feedback_not_found/,
    ],
    [
      'an error type that does not belong to the status',
      () => on('GET', ITEM, 404, { body: errorBody('validation_error', 'feedback_not_found') }),
      /error validation_error feedback_not_found has no example/,
    ],
    [
      'an unknown error type',
      () => on('GET', ITEM, 404, { body: errorBody('odd_error', 'feedback_not_found') }),
      /type must be equal to one of the allowed values/,
    ],
    [
      'an error without request_id',
      () =>
        on('GET', ITEM, 404, {
          body: errorBody('not_found_error', 'feedback_not_found', { request_id: undefined }),
        }),
      /must have required property 'request_id'/,
    ],
    [
      'a request_id that differs from the header',
      () =>
        on('GET', ITEM, 404, {
          body: errorBody('not_found_error', 'feedback_not_found', {
            request_id: REQUEST_ID.replace('0', '1'),
          }),
        }),
      /error\.request_id is not req_0198/,
    ],
    [
      'a success at an unknown path',
      () => on('GET', '/api/v1/nothing', 200, { body: page }),
      /x-other-requests\/unknownPath.*\s+- status 200 is not described/,
    ],
    [
      'a body without error at an unknown path',
      () => on('GET', '/api/v1/nothing', 404, { body: { statusCode: 404 } }),
      /body must have required property 'error'/,
    ],
    ['405 at an unknown path', () => on('PUT', '/api/v1/nothing', 405), /status 405 is not described/],
    [
      '404 for an unknown method',
      () => on('PUT', ITEM, 404),
      /x-other-requests\/unknownMethod.*\s+- status 404 is not described/,
    ],
    [
      '405 without Allow',
      () => on('PUT', ITEM, 405, { body: errorBody('method_not_allowed_error', 'method_not_allowed') }),
      /header Allow is missing/,
    ],
    [
      'OPTIONS without Allow',
      () => on('OPTIONS', ITEM, 204, { headers: { ...empty, ...apiHeaders(config).preflight } }),
      /header Allow is missing/,
    ],
    ['401 for OPTIONS', () => on('OPTIONS', ITEM, 401), /status 401 is not described, only 204/],
    [
      'several errors at once',
      listed({ headers: without(headers, 'x-request-id'), body: {} }),
      /X-Request-Id is missing[^]*'data'[^]*'pagination'/,
    ],
  ];
  const files: [string, string, unknown, RegExp | null][] = [
    ['CSV', 'text/csv; charset=utf-8; header=present', 'id\r\n', null],
    ['NDJSON', 'application/x-ndjson; charset=utf-8', `${JSON.stringify(item)}\n`, null],
    ['an empty NDJSON file', 'application/x-ndjson; charset=utf-8', '', null],
    ['JSON', JSON_TYPE, JSON.stringify({ data: [item] }), null],
    ['an empty JSON file', JSON_TYPE, '', /the body is missing/],
    ['JSON with an undescribed field', JSON_TYPE, page, /additional properties \(pagination\)/],
    [
      'CSV in Latin-1',
      'text/csv; charset=iso-8859-1',
      'id',
      /content-type is text\/csv; charset=iso-8859-1, not/,
    ],
    ['plain text', 'text/plain; charset=utf-8', 'id', /not application\/json; charset=utf-8 or /],
  ];
  it.each(files)('compares an export with its media type: %s', (_name, type, body, problem) => {
    if (problem) expect(exported(type, body)).toThrow(problem);
    else expect(exported(type, body)).not.toThrow();
  });

  it.each(invalid)('rejects %s', (_name, act, message) => expect(act).toThrow(message));

  it('prefers a literal path to one with parameters', () => {
    const document = openApiDocument(config);
    const paths = {
      ...document.paths,
      '/feedback/export': { get: { ...document.paths['/feedback']!['get']!, parameters: [] } },
    };
    const check = new OpenApiCheck({ ...document, paths });
    const response = { status: 200, headers, body: page };
    expect(() => check.assert({ method: 'GET', url: '/api/v1/feedback/export' }, response)).not.toThrow();
    expect(() => check.assert({ method: 'GET', url: ITEM }, response)).toThrow('(GET /feedback/{id})');
  });
});
