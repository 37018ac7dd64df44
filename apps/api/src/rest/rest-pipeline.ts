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
import { jsonOf } from '../http/body';
import type { ApiHeaders } from '../http/headers';
import {
  assertNoQuery,
  assertTransport,
  authenticated,
  timesSent,
  whenReady,
  type KeyCheck,
} from '../http/key-check';
import { assertMediaType } from '../http/media-type';
import { keyAmbiguous, keyMissing, notAllowed, originNotAllowed } from '../http/errors';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';

export interface ApiPipeline extends KeyCheck {
  readonly headers: ApiHeaders;
  readonly rateLimits: RateLimitStore;
  readonly policies: Readonly<Record<Plan, readonly RateLimitPolicy[]>>;
  readonly routes: RouteTable;
  /** PUBLIC_URL is https: a key that came in clear is refused. */
  readonly httpsOnly: boolean;
}

/**
 * Steps 2 to 10 of conventions.md 2, in their order; the first that fails answers. They are Fastify hooks because
 * NestJS guards run only after the body was parsed. A request whose key is known and whose budget is counted in
 * memory passes without a promise.
 */
export function addApiPipeline(server: FastifyInstance, pipeline: ApiPipeline): void {
  server.decorateRequest('caller', null);
  server.decorateRequest('recheckAccess', null);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isApi(request)) return done();
    reply.headers(pipeline.headers.always).headers(pipeline.headers.origin(request.headers.origin));
    if (request.method === 'OPTIONS') return void answerOptions(request, reply, pipeline);
    assertTransport(request, pipeline.httpsOnly);
    whenReady(authenticated(request, presentedKey(request), pipeline), done, (caller) => {
      request.caller = caller;
      whenReady(counted(request, caller, pipeline), done, (budget) => {
        reply.headers(rateLimitHeaders(budget));
        if (!budget.admitted) throw rateLimitExceeded(budget);
        if (request.is404 || pipeline.routes.isMistaken(request)) {
          throw pipeline.routes.refusal(request, reply);
        }
        assertPermission(request, caller);
        assertMediaType(request, reply);
        done();
      });
    });
  });

  server.addHook('onRoute', (route) => {
    const access = route.config as RouteAccess;
    // A message of MCP is judged by its protocol.
    if (access.caller === 'visitor' || access.caller === 'anyone' || access.caller === 'mcp') return;
    if (!access.consumes && access.query) return;
    route.preValidation = (request, reply, done) => {
      if (access.consumes && !access.streams) request.body = jsonOf(request.body);
      if (!access.query) assertNoQuery(request);
      if (access.streams) request.recheckAccess = () => recheckAccess(request, pipeline);
      if (access.caller !== 'api-key' || !needsRecheck(reply)) return done();
      whenReady(authenticated(request, presentedKey(request), pipeline), done, () => done());
    };
  });
}

/** However fast it was: an account may be removed in the moment in which its import is committed. */
async function recheckAccess(request: FastifyRequest, pipeline: ApiPipeline): Promise<void> {
  const secret = presentedKey(request);
  await authenticated(request, secret, pipeline, () => pipeline.keys.authenticateAnew(secret));
}

/** Matched routes say it themselves; for all else the path decides, as the router would read it. */
function isApi(request: FastifyRequest): boolean {
  if (!request.is404) return request.routeOptions.config.caller === 'api-key';
  const path = pathOf(request.raw.url ?? '');
  return path === '/api' || path.startsWith('/api/');
}

function answerOptions(
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

/** One key, in its header, once (api-keys.md 2): Node joins repeated headers, so they are counted as they came. */
function presentedKey(request: FastifyRequest): string {
  const value = request.headers['x-api-key'];
  const secret = typeof value === 'string' ? value.trim() : '';
  if (secret.includes(',') && timesSent(request.raw.rawHeaders, 'x-api-key') > 1) {
    throw keyAmbiguous();
  }
  if (secret === '') {
    throw keyMissing();
  }
  return secret;
}

/**
 * Counts the request. A submit key is in the source of a page for anyone to copy, so a page of another origin does not
 * use its quota: such a request is rejected below in any case, and counts as a wrong key does, by IP address.
 */
function counted(
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
