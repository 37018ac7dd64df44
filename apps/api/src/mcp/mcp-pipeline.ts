import { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  assertNoQuery,
  assertTransport,
  authenticated,
  timesSent,
  whenReady,
  type KeyCheck,
} from '../http/key-check';
import { assertMediaType } from '../http/media-type';
import { keyAmbiguous, keyMissing, notAllowed } from '../http/errors';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';
import type { McpLimits } from './mcp-limits';

export interface McpPipeline extends KeyCheck {
  readonly routes: RouteTable;
  readonly limits: McpLimits;
  readonly publicUrl: string;
  /** Whose pages may call; without any, no page may. */
  readonly allowedOrigins: readonly string[];
}

const ALWAYS = {
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
 * What every request to `/mcp` passes before its body is read (mcp.md 2, mcp.md 3): where it comes from, whom it means,
 * whose key it has, and whether that key has exceeded its limits. Errors here use the API's envelope, because there is
 * no JSON-RPC message yet.
 */
export function addMcpPipeline(server: FastifyInstance, pipeline: McpPipeline): void {
  const { routes, publicUrl } = pipeline;
  const httpsOnly = publicUrl.startsWith('https:');
  const isOurHost = hostCheck(publicUrl);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isMcp(request)) return done();
    reply.headers(ALWAYS);
    admitOrigin(request, reply, pipeline.allowedOrigins);
    if (request.method === 'OPTIONS') return void answerOptions(request, reply, routes);
    assertTransport(request, httpsOnly);
    if (!isOurHost(request.hostname)) throw hostNotAllowed();
    whenReady(authenticated(request, presentedKey(request), pipeline), done, (caller) => {
      request.caller = caller;
      if (request.is404) throw routes.refusal(request, reply);
      if (!request.routeOptions.config.permissions?.includes(caller.permission)) throw notAllowed(caller);
      assertMediaType(request, reply);
      const bytes = Number(request.headers['content-length'] ?? 0);
      const open = pipeline.limits.assertOpen(caller, bytes, (headers) => void reply.headers(headers));
      whenReady(open, done, () => done());
    });
  });

  server.addHook('onRoute', (route) => {
    if ((route.config as RouteAccess).caller !== 'mcp') return;
    route.preValidation = (request, reply, done) => {
      assertNoQuery(request);
      if (!needsRecheck(reply)) return done();
      whenReady(authenticated(request, presentedKey(request), pipeline), done, () => done());
    };
  });
}

/** Matched routes say it themselves; for all else the path decides, as the router would read it. */
const isMcp = (request: FastifyRequest): boolean =>
  request.is404 ? pathOf(request.raw.url ?? '') === '/mcp' : request.routeOptions.config.caller === 'mcp';

/**
 * A page of an origin that nobody allowed might have been led here by a name that now means this machine (DNS
 * rebinding). Programs that are no browsers send no `Origin`.
 */
function admitOrigin(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!allowed.includes(origin)) throw pageNotAllowed();
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
}

function answerOptions({ raw, headers }: FastifyRequest, reply: FastifyReply, routes: RouteTable): void {
  if (headers.origin !== undefined) reply.headers(PREFLIGHT);
  void reply
    .code(204)
    .header('allow', routes.methodsAt(pathOf(raw.url ?? '')).join(', '))
    .send();
}

/** By name and not by port, which a proxy may change. What is reached as this machine itself has several names. */
function hostCheck(publicUrl: string): (hostname: string) => boolean {
  const { hostname: ours } = new URL(publicUrl);
  const isLocal = isLoopback(ours);
  return (hostname) => hostname.toLowerCase() === ours || (isLocal && isLoopback(hostname.toLowerCase()));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** In `X-API-Key`, or, where a host can set that only, as a bearer token; once, or twice the same. */
function presentedKey({ headers, raw: { rawHeaders } }: FastifyRequest): string {
  const own = headers['x-api-key'];
  const key = typeof own === 'string' ? own.trim() : '';
  const token = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? '';
  if (timesSent(rawHeaders, 'x-api-key') > 1 || timesSent(rawHeaders, 'authorization') > 1)
    throw keyAmbiguous();
  if (key !== '' && token !== '' && key !== token) throw keyAmbiguous();
  if (key === '' && token === '') throw keyMissing();
  return key === '' ? token : key;
}

const pageNotAllowed = () =>
  new DomainError('permission', 'origin_not_allowed', 'Pages of this origin may not use this endpoint');

const hostNotAllowed = () =>
  new DomainError(
    'permission',
    'host_not_allowed',
    'The Host header does not name this service: use the address in PUBLIC_URL',
  );
