import type { Caller } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  assertNoQuery,
  assertTransport,
  resolveCaller,
  countHeader,
  whenReady,
  type KeyCheck,
} from './key-check';
import { assertMediaType } from '../http/media-type';
import { keyAmbiguous, keyMissing, notAllowed } from '../http/errors';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';

export interface McpPipeline extends KeyCheck {
  readonly routes: RouteTable;
  readonly limits: {
    /** @throws DomainError `rate_limit` if no message of a body of this size can be within its limit */
    assertWithinLimits(
      caller: Caller,
      bodyBytes: number,
      setHeaders: (headers: Readonly<Record<string, string>>) => void,
    ): Promise<void>;
  };
  readonly publicUrl: string;
  /** Origins whose pages can call the endpoint. If empty, pages cannot call it. */
  readonly allowedOrigins: readonly string[];
}

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin',
};
const EXPOSED =
  'Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'X-API-Key, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'access-control-max-age': '7200',
};

/**
 * Adds the checks of `/mcp` before the body is read (mcp.md 2, mcp.md 3): origin, host, API key, and the limits of the
 * key. Their errors have the shape of the REST API, because there is no JSON-RPC message yet.
 */
export function addMcpPipeline(server: FastifyInstance, pipeline: McpPipeline): void {
  const { routes, publicUrl } = pipeline;
  const httpsOnly = publicUrl.startsWith('https:');
  const isOurHost = hostCheck(publicUrl);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isMcp(request)) return done();
    reply.headers(COMMON_HEADERS);
    assertAllowedOrigin(request, reply, pipeline.allowedOrigins);
    if (request.method === 'OPTIONS') return void respondToOptions(request, reply, routes);
    assertTransport(request, httpsOnly);
    if (!isOurHost(request.hostname)) throw hostNotAllowed();
    whenReady(resolveCaller(request, presentedKey(request), pipeline), done, (caller) => {
      request.caller = caller;
      if (request.is404) throw routes.unmatchedError(request, reply);
      if (!request.routeOptions.config.permissions?.includes(caller.permission)) throw notAllowed(caller);
      assertMediaType(request, reply);
      const bytes = Number(request.headers['content-length'] ?? 0);
      const open = pipeline.limits.assertWithinLimits(
        caller,
        bytes,
        (headers) => void reply.headers(headers),
      );
      whenReady(open, done, () => done());
    });
  });

  server.addHook('onRoute', (route) => {
    if ((route.config as RouteAccess).caller !== 'mcp') return;
    route.preValidation = (request, reply, done) => {
      assertNoQuery(request);
      if (!needsRecheck(reply)) return done();
      whenReady(resolveCaller(request, presentedKey(request), pipeline), done, () => done());
    };
  });
}

/** A matched route declares its caller. For other requests the path decides, normalized as in the router. */
const isMcp = (request: FastifyRequest): boolean =>
  request.is404 ? pathOf(request.raw.url ?? '') === '/mcp' : request.routeOptions.config.caller === 'mcp';

/**
 * Rejects pages of other origins, which could use DNS rebinding to reach this service. Clients other than browsers send
 * no `Origin`.
 */
function assertAllowedOrigin(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!allowed.includes(origin)) throw pageNotAllowed();
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
}

function respondToOptions({ raw, headers }: FastifyRequest, reply: FastifyReply, routes: RouteTable): void {
  if (headers.origin !== undefined) reply.headers(PREFLIGHT);
  void reply
    .code(204)
    .header('allow', routes.methodsAt(pathOf(raw.url ?? '')).join(', '))
    .send();
}

/** Compares the host name, not the port, which a proxy can change. A loopback host has several names. */
function hostCheck(publicUrl: string): (hostname: string) => boolean {
  const { hostname: serviceHost } = new URL(publicUrl);
  const isLocal = isLoopback(serviceHost);
  return (hostname) =>
    hostname.toLowerCase() === serviceHost || (isLocal && isLoopback(hostname.toLowerCase()));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** Reads the key from `X-API-Key` or a bearer token, which some clients require. If both are sent, they must match. */
function presentedKey({ headers, raw: { rawHeaders } }: FastifyRequest): string {
  const own = headers['x-api-key'];
  const key = typeof own === 'string' ? own.trim() : '';
  const token = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? '';
  if (countHeader(rawHeaders, 'x-api-key') > 1 || countHeader(rawHeaders, 'authorization') > 1)
    throw keyAmbiguous();
  if (key !== '' && token !== '' && key !== token) throw keyAmbiguous();
  if (key === '' && token === '') throw keyMissing();
  return key === '' ? token : key;
}

const pageNotAllowed = () =>
  new DomainError('permission', 'origin_not_allowed', 'This origin is not allowed to use this endpoint');

const hostNotAllowed = () =>
  new DomainError(
    'permission',
    'host_not_allowed',
    'The Host header does not match this service: use the URL in PUBLIC_URL',
  );
