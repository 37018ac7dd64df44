import type { Config } from '../config';

/** Headers of API responses, created once (conventions.md 3, conventions.md 11). */
export interface ApiHeaders {
  /** On every response. */
  readonly always: Readonly<Record<string, string>>;
  /** Additional headers of the response to OPTIONS. */
  readonly preflight: Readonly<Record<string, string>>;
  /** `Access-Control-Allow-Origin` and `Vary` for this origin. */
  origin(origin: string | undefined): Readonly<Record<string, string>>;
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID',
  'access-control-max-age': '7200',
};

const EXPOSED =
  'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-Id, Idempotent-Replayed, Content-Disposition, Deprecation, Sunset, Allow';

type SecurityConfig = Pick<Config, 'PUBLIC_URL'> & Partial<Pick<Config, 'HSTS_INCLUDE_SUBDOMAINS'>>;

/** Headers of every response, on all surfaces. */
export function securityHeaders(config: SecurityConfig): Record<string, string> {
  const subdomains = config.HSTS_INCLUDE_SUBDOMAINS === 'no' ? '' : '; includeSubDomains';
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.PUBLIC_URL.startsWith('https:') && {
      'strict-transport-security': `max-age=31536000${subdomains}`,
    }),
  };
}

export function apiHeaders(config: SecurityConfig & Pick<Config, 'CORS_ALLOWED_ORIGINS'>): ApiHeaders {
  const allowed = config.CORS_ALLOWED_ORIGINS;
  const anyOrigin = { 'access-control-allow-origin': '*' };
  const vary = { vary: 'Origin' };
  return {
    always: {
      ...securityHeaders(config),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-expose-headers': EXPOSED,
    },
    preflight: PREFLIGHT,
    origin(origin) {
      if (!allowed) return anyOrigin;
      return origin && allowed.includes(origin) ? { 'access-control-allow-origin': origin, ...vary } : vary;
    },
  };
}
