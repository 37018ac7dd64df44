import { DEFAULT_RATE_LIMITS, policiesOf, rateLimitHeaders, type RateLimitState } from '@libs/accounts';
import { apiHeaders, securityHeaders } from '../http/headers';
import { ref, type Header, type Ref } from './openapi.types';

const HTTPS = { PUBLIC_URL: 'https://feedback.example.com', CORS_ALLOWED_ORIGINS: undefined };
const sent = { ...apiHeaders(HTTPS).always, ...apiHeaders(HTTPS).preflight, ...securityHeaders(HTTPS) };

/** Always this value: the very one the pipeline sends. */
function fixed(name: string, description: string): Header {
  const value = sent[name.toLowerCase()];
  if (value === undefined) throw new Error(`The pipeline no longer sends ${name}`);
  return { description, required: true, schema: { type: 'string', const: value }, example: value };
}

const [hour, minute] = policiesOf('free', DEFAULT_RATE_LIMITS);
/** The second request of a minute and the thirteenth of its hour (rate-limits.md 4). */
const SPENDING: RateLimitState = {
  admitted: true,
  windows: [
    { policy: hour!, remaining: 87, resetSeconds: 3120, resetAt: 1772535120 },
    { policy: minute!, remaining: 8, resetSeconds: 41, resetAt: 1772532041 },
  ],
};
/** The eleventh request of that minute: refused. */
export const EXHAUSTED: RateLimitState = {
  admitted: false,
  windows: [
    { policy: hour!, remaining: 79, resetSeconds: 3108, resetAt: 1772535120 },
    { policy: minute!, remaining: 0, resetSeconds: 29, resetAt: 1772532041 },
  ],
};
const rates = rateLimitHeaders(SPENDING);

const listOf = (member: string): string => `^${member}(, ${member})*$`;
const count = (minimum: number) => ({ type: 'integer', minimum });
const BOTH_OFF = 'Absent where the operator has switched both limits off.';

/** Every header an API answer may carry, but for those of HTTP itself (Date, Content-Length, …). */
export const headers = {
  'X-Request-Id': {
    description:
      'Names this request, for support; the same as `error.request_id`. Always made by the server.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
    example: 'req_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
  },
  'Cache-Control': fixed('Cache-Control', 'Answers hold data of one account: nobody keeps them.'),
  'X-Content-Type-Options': fixed('X-Content-Type-Options', 'The content type is meant as it is written.'),
  'Content-Security-Policy': fixed('Content-Security-Policy', 'An answer is data, never a page.'),
  'Referrer-Policy': fixed('Referrer-Policy', 'Addresses of items are not passed on.'),
  'Cross-Origin-Resource-Policy': fixed(
    'Cross-Origin-Resource-Policy',
    'Browsers may call the API from any page.',
  ),
  'Strict-Transport-Security': {
    ...fixed('Strict-Transport-Security', 'Where the service is reached by https.'),
    required: false,
  },
  'Access-Control-Allow-Origin': {
    description:
      '`*`, with or without an `Origin`. Where the operator lists the allowed origins: the origin of the request ' +
      'when it is listed, else absent.',
    schema: { type: 'string', pattern: '^(\\*|https?://[^/]+)$' },
    example: '*',
  },
  'Access-Control-Expose-Headers': fixed('Access-Control-Expose-Headers', 'Headers that scripts may read.'),
  Vary: {
    description: '`Origin`, where the operator lists the allowed origins.',
    schema: { type: 'string', const: 'Origin' },
    example: 'Origin',
  },
  'Access-Control-Allow-Methods': fixed('Access-Control-Allow-Methods', 'Methods that scripts may use.'),
  'Access-Control-Allow-Headers': fixed('Access-Control-Allow-Headers', 'Headers that scripts may send.'),
  'Access-Control-Max-Age': fixed('Access-Control-Max-Age', 'Seconds a browser may remember this.'),
  'RateLimit-Policy': {
    description: `The limits in force for this key: quota \`q\` per window of \`w\` seconds. ${BOTH_OFF}`,
    schema: { type: 'string', pattern: listOf('"(hour|minute)";q=[1-9]\\d*;w=(3600|60)') },
    example: rates['RateLimit-Policy'],
  },
  RateLimit: {
    description: `Requests left (\`r\`) after this one, and seconds until the window ends (\`t\`). ${BOTH_OFF}`,
    schema: { type: 'string', pattern: listOf('"(hour|minute)";r=\\d+;t=[1-9]\\d*') },
    example: rates['RateLimit'],
  },
  'X-RateLimit-Limit': {
    description: `Quota of the tightest limit: the one with fewest requests left. ${BOTH_OFF}`,
    schema: count(1),
    example: Number(rates['X-RateLimit-Limit']),
  },
  'X-RateLimit-Remaining': {
    description: `Requests left in the tightest limit. ${BOTH_OFF}`,
    schema: count(0),
    example: Number(rates['X-RateLimit-Remaining']),
  },
  'X-RateLimit-Reset': {
    description: `When the window of the tightest limit ends, in Unix seconds. ${BOTH_OFF}`,
    schema: count(1),
    example: Number(rates['X-RateLimit-Reset']),
  },
  'Retry-After': {
    description: 'Whole seconds after which the same request may succeed.',
    required: true,
    schema: count(1),
    example: EXHAUSTED.windows[1]!.resetSeconds,
  },
  'Retry-After-In-Use': {
    description: 'With `idempotency_key_in_use`: whole seconds after which the same request may succeed.',
    schema: count(1),
    example: 1,
  },
  'Idempotent-Replayed': {
    description: '`true`, where this was answered before and nothing happened now; else absent.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'The challenge that RFC 9110 demands; browsers show no dialog for it.',
    required: true,
    schema: { type: 'string', const: 'ApiKey realm="api"' },
    example: 'ApiKey realm="api"',
  },
  Allow: {
    description: 'The methods of this resource.',
    required: true,
    schema: { type: 'string', pattern: listOf('[A-Z]+') },
    example: 'GET, HEAD, POST, OPTIONS',
  },
  'Accept-Patch': {
    description: 'Media types of a patch, where the one that was sent is none of them.',
    schema: { type: 'string', pattern: listOf('application/[a-z+-]+') },
    example: 'application/json, application/merge-patch+json',
  },
  'Accept-Encoding': {
    description: '`identity`, where the body came encoded.',
    schema: { type: 'string', const: 'identity' },
    example: 'identity',
  },
  Connection: {
    description: '`close`: the rest of the request is not read.',
    schema: { type: 'string', const: 'close' },
    example: 'close',
  },
  ETag: {
    description: 'Version of the item as it is now, for `If-Match` and `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[1-9]\\d*"$' },
    example: '"1"',
  },
  Location: {
    description: 'Address of the new item.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example: 'https://feedback.example.com/api/v1/feedback/019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f',
  },
  'Content-Disposition': {
    description: 'What the file is called: the time, in UTC, and its format.',
    required: true,
    schema: {
      type: 'string',
      pattern: '^attachment; filename="feedback-\\d{8}T\\d{6}Z\\.(json|ndjson|csv)"$',
    },
    example: 'attachment; filename="feedback-20260303T100000Z.csv"',
  },
  Link: {
    description:
      'RFC 8288: the `first`, `prev` and `next` pages, and with `include_total=true` the `last` one. The `next` link has ' +
      'a cursor, unless the request has an `offset`. With `cursor` there is only `next`, and no header on the last page.',
    schema: { type: 'string', pattern: listOf('<[^<> ]+>; rel="(first|prev|next|last)"') },
    example: '<https://feedback.example.com/api/v1/feedback?limit=20>; rel="first"',
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** On every answer of the API. */
export const EVERYWHERE: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Content-Security-Policy',
  'Referrer-Policy',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Vary',
];

/** On every answer to a request whose key was accepted; all five or none. */
export const RATE_LIMITS: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

export const headerRefs = (...names: readonly HeaderName[]): Record<string, Ref> =>
  Object.fromEntries([...EVERYWHERE, ...names].map((name) => [name, ref('headers', name)]));
