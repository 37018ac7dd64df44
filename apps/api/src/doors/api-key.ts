import {
  rateLimitExceeded,
  rateLimitHeaders,
  UNLIMITED,
  type Caller,
  type Plan,
  type RateLimitPolicy,
  type RateLimitState,
  type RateLimitStore,
} from '@libs/accounts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../http/body';
import type { ApiHeaders } from '../http/headers';
import {
  assertNoQuery,
  assertTransport,
  resolveCaller,
  countHeader,
  whenReady,
  type KeyCheck,
} from './key-check';
import { assertMediaType } from '../http/media-type';
import { keyAmbiguous, keyMissing, notAllowed, originNotAllowed } from '../http/errors';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';

export interface ApiPipeline extends KeyCheck {
  readonly headers: ApiHeaders;
  readonly rateLimits: RateLimitStore;
  readonly policies: Readonly<Record<Plan, readonly RateLimitPolicy[]>>;
  readonly routes: RouteTable;
  /** Whether PUBLIC_URL is https. If so, requests over plain HTTP are rejected. */
  readonly httpsOnly: boolean;
}

/**
 * Adds steps 2 to 10 of conventions.md 2 in their order; the first that fails determines the response. They are Fastify
 * hooks because NestJS guards run after the body is parsed. A request with a cached key and an in-memory rate limit
 * passes without a promise.
 */
export function addApiPipeline(server: FastifyInstance, pipeline: ApiPipeline): void {
  server.decorateRequest('caller', null);
  server.decorateRequest('recheckAccess', null);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isApi(request)) return done();
    reply.headers(pipeline.headers.always).headers(pipeline.headers.origin(request.headers.origin));
    if (request.method === 'OPTIONS') return void respondToOptions(request, reply, pipeline);
    assertTransport(request, pipeline.httpsOnly);
    whenReady(resolveCaller(request, presentedKey(request), pipeline), done, (caller) => {
      request.caller = caller;
      whenReady(countRequest(request, caller, pipeline), done, (state) => {
        reply.headers(rateLimitHeaders(state));
        if (!state.admitted) throw rateLimitExceeded(state);
        if (request.is404 || pipeline.routes.matchesNamedResource(request)) {
          throw pipeline.routes.unmatchedError(request, reply);
        }
        assertPermission(request, caller);
        assertMediaType(request, reply);
        done();
      });
    });
  });

  server.addHook('onRoute', (route) => {
    const access = route.config as RouteAccess;
    // MCP messages are validated by their protocol.
    if (access.caller === 'visitor' || access.caller === 'anyone' || access.caller === 'mcp') return;
    if (!access.consumes && access.query) return;
    route.preValidation = (request, reply, done) => {
      if (access.consumes && !access.streams) request.body = bodyOf(request.body);
      if (!access.query) assertNoQuery(request);
      if (access.streams) request.recheckAccess = () => recheckAccess(request, pipeline);
      if (access.caller !== 'api-key' || !needsRecheck(reply)) return done();
      whenReady(resolveCaller(request, presentedKey(request), pipeline), done, () => done());
    };
  });
}

/** Checks the key in the database, however fast the upload was: the account can be deleted during the upload. */
async function recheckAccess(request: FastifyRequest, pipeline: ApiPipeline): Promise<void> {
  const secret = presentedKey(request);
  await resolveCaller(request, secret, pipeline, () => pipeline.keys.authenticateUncached(secret));
}

/** A matched route declares its caller. For other requests the path decides, normalized as in the router. */
function isApi(request: FastifyRequest): boolean {
  if (!request.is404) return request.routeOptions.config.caller === 'api-key';
  const path = pathOf(request.raw.url ?? '');
  return path === '/api' || path.startsWith('/api/');
}

function respondToOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, routes }: ApiPipeline,
): FastifyReply {
  const methods = routes.methodsAt(pathOf(request.raw.url ?? ''));
  return reply
    .code(204)
    .headers(headers.preflight)
    .header('allow', methods.join(', ') || 'OPTIONS')
    .send();
}

/** Reads the key from a single header (api-keys.md 2). Node joins repeated headers, so the raw headers are counted. */
function presentedKey(request: FastifyRequest): string {
  const value = request.headers['x-api-key'];
  const secret = typeof value === 'string' ? value.trim() : '';
  if (secret.includes(',') && countHeader(request.raw.rawHeaders, 'x-api-key') > 1) {
    throw keyAmbiguous();
  }
  if (secret === '') {
    throw keyMissing();
  }
  return secret;
}

/**
 * Counts the request. A submit key is in the source of a page for anyone to copy, so a page of another origin does not
 * use its quota: such a request is rejected below in any case, and counts by IP address, like an invalid key.
 */
function countRequest(
  request: FastifyRequest,
  caller: Caller,
  { rateLimits, policies, authFailures }: ApiPipeline,
): RateLimitState | Promise<RateLimitState> {
  if (isForeignPage(request, caller)) return authFailures.count(request.ip).then(() => UNLIMITED);
  return rateLimits.take(caller.bucketId, policies[caller.plan]);
}

function assertPermission(request: FastifyRequest, caller: Caller): void {
  if (!request.routeOptions.config.permissions?.includes(caller.permission)) throw notAllowed(caller);
  if (isForeignPage(request, caller)) throw originNotAllowed();
}

const isForeignPage = ({ headers }: FastifyRequest, { permission, allowedOrigins }: Caller): boolean =>
  permission === 'submit' && !allowedOrigins.includes(headers.origin ?? '');
