import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  MINUTE_SECONDS,
  rateLimitExceeded,
  secondFactorSetupRequired,
  sessionRequired,
  type RateLimitPolicy,
  type RateLimitStore,
  type SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import { DomainError, ownerActor, type Requester } from '@libs/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertMediaType } from '../http/media-type';
import { httpsRequired } from '../http/errors';
import { requesterOf } from '../http/requester';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';
import { SessionCookie } from './sessions/session-cookie';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

export interface DashboardPipeline {
  readonly sessions: SessionUseCases;
  readonly publicUrl: string;
  readonly routes: RouteTable;
  readonly rateLimits: RateLimitStore;
  /** Requests per owner per minute; 0 for no limit. */
  readonly perMinute: number;
}

/** Never includes CORS headers: preflight requests always fail (dashboard.md 1). */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const JSON_ONLY = ['application/json'];

/**
 * Checks every request below `/app/api` before its body is read: its origin (dashboard.md 1), its session
 * (dashboard.md 2), whether its owner must set up a second factor (second-factor.md 5), and its content type.
 */
export function addDashboardPipeline(server: FastifyInstance, pipeline: DashboardPipeline): void {
  const { sessions, publicUrl, routes, rateLimits, perMinute } = pipeline;
  const policies: readonly RateLimitPolicy[] =
    perMinute > 0 ? [{ name: 'minute', quota: perMinute, windowSeconds: MINUTE_SECONDS }] : [];
  const cookie = new SessionCookie(publicUrl);
  const httpsOnly = publicUrl.startsWith('https:');
  const authenticate = (request: FastifyRequest) => sessions.authenticate(cookie.tokenOf(request));
  server.decorateRequest('signedIn', null);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isDashboard(request)) return done();
    reply.headers(COMMON_HEADERS);
    if (request.method === 'OPTIONS') {
      const methods = routes.methodsAt(pathOf(request.raw.url ?? ''));
      return void reply
        .code(204)
        .header('allow', methods.join(', ') || 'OPTIONS')
        .send();
    }
    if (httpsOnly && request.protocol !== 'https') throw httpsRequired();
    const isUnsafe = !SAFE_METHODS.includes(request.method);
    if (isUnsafe) assertSameOrigin(request, publicUrl);
    if (request.is404) return done();
    const proceed = (): void => {
      if (isUnsafe) assertMediaType(request, reply, request.routeOptions.config.consumes ?? JSON_ONLY);
      done();
    };
    if (request.routeOptions.config.caller === 'signed-out') return proceed();
    authenticate(request)
      .then(async (signedIn) => {
        const state = await rateLimits.take(signedIn.ownerId, policies);
        if (!state.admitted) throw rateLimitExceeded(state);
        assertSetUp(signedIn, request);
        request.signedIn = signedIn;
        proceed();
      })
      .catch(done);
  });

  server.addHook('onRoute', (route) => {
    const mayHaveBody = [route.method].flat().some((method) => !SAFE_METHODS.includes(method));
    if ((route.config as RouteAccess).caller !== 'owner' || !mayHaveBody) return;
    route.preHandler = (request, reply, done) => {
      request.recheckAccess = async () => assertSetUp(await authenticate(request), request);
      if (!needsRecheck(reply)) return done();
      authenticate(request)
        .then((signedIn) => {
          assertSetUp(signedIn, request);
          request.signedIn = signedIn;
          done();
        })
        .catch(done);
    };
  });
}

/** @throws DomainError `permission` `second_factor_setup_required` */
function assertSetUp({ mustSetUpSecondFactor }: SignedIn, { routeOptions }: FastifyRequest): void {
  if (mustSetUpSecondFactor && !routeOptions.config.isPartOfSetup) throw secondFactorSetupRequired();
}

/** Checks the caller of a matched route, and the path of an unmatched request. */
function isDashboard(request: FastifyRequest): boolean {
  if (request.is404) return /^\/app\/api(\/|$)/.test(pathOf(request.raw.url ?? ''));
  const { caller } = request.routeOptions.config;
  return caller === 'owner' || caller === 'signed-out';
}

/** Browsers set these headers, and pages cannot change them (OWASP: Fetch Metadata, otherwise Origin). */
function assertSameOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === publicUrl : site === 'same-origin') return;
  throw new DomainError('permission', 'cross_origin_request', 'This request did not come from the dashboard');
}

/** The signed-in owner. Works only on `ForOwner` routes; others have no session. */
export const SignedInOwner = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn => {
  const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!signedIn) throw sessionRequired();
  return signedIn;
});

/** The signed-in owner and the IP address of the request, for the security log. */
export const RequestingOwner = createParamDecorator((_: unknown, context: ExecutionContext): Requester => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (!request.signedIn) throw sessionRequired();
  return requesterOf(ownerActor(request.signedIn.ownerId), request);
});
