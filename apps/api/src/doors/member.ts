import {
  LEAST_ROLES,
  mayDo,
  MINUTE_SECONDS,
  rateLimitExceeded,
  roleRequired,
  secondFactorSetupRequired,
  type RateLimitPolicy,
  type RateLimitStore,
  type SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../http/address-limit';
import { assertMediaType } from '../http/media-type';
import { httpsRequired } from '../http/errors';
import { pathOf, needsRecheck, type RouteAccess, type RouteTable } from '../http/routes';
import { SessionCookie } from '../sign-in/session-cookie';

export interface DashboardPipeline {
  readonly sessions: SessionUseCases;
  readonly publicUrl: string;
  readonly routes: RouteTable;
  readonly rateLimits: RateLimitStore;
  /** Requests per person per minute; 0 for no limit. */
  readonly perMinute: number;
  /** Requests without a session that can have a body. */
  readonly signedOut: AddressLimit;
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
 * (dashboard.md 2), its account and the member's role (team.md 2, team.md 4), whether the member must set up a second
 * factor (second-factor.md 5), and its content type.
 */
export function addDashboardPipeline(server: FastifyInstance, pipeline: DashboardPipeline): void {
  const { sessions, publicUrl, routes, rateLimits, perMinute, signedOut } = pipeline;
  const policies: readonly RateLimitPolicy[] =
    perMinute > 0 ? [{ name: 'minute', quota: perMinute, windowSeconds: MINUTE_SECONDS }] : [];
  const cookie = new SessionCookie(publicUrl);
  const httpsOnly = publicUrl.startsWith('https:');
  server.decorateRequest('signedIn', null);
  const admit = async (request: FastifyRequest): Promise<SignedIn> => {
    const signedIn = await sessions.authenticate(cookie.tokenOf(request));
    assertAccount(signedIn, request);
    return signedIn;
  };

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
    if (request.routeOptions.config.caller === 'signed-out') {
      if (!isUnsafe) return proceed();
      return void signedOut.count(request.ip).then(proceed).catch(done);
    }
    admit(request)
      .then(async (signedIn) => {
        const state = await rateLimits.take(signedIn.personId, policies);
        if (!state.admitted) throw rateLimitExceeded(state);
        assertAccess(signedIn, request);
        request.signedIn = signedIn;
        proceed();
      })
      .catch(done);
  });

  server.addHook('onRoute', (route) => {
    const mayHaveBody = [route.method].flat().some((method) => !SAFE_METHODS.includes(method));
    if ((route.config as RouteAccess).caller !== 'member' || !mayHaveBody) return;
    route.preHandler = (request, reply, done) => {
      request.recheckAccess = async () => assertAccess(await admit(request), request);
      if (!needsRecheck(reply)) return done();
      admit(request)
        .then((signedIn) => {
          assertAccess(signedIn, request);
          request.signedIn = signedIn;
          done();
        })
        .catch(done);
    };
  });
}

/** Checks the caller of a matched route, and the path of an unmatched request. */
function isDashboard(request: FastifyRequest): boolean {
  if (request.is404) return /^\/app\/api(\/|$)/.test(pathOf(request.raw.url ?? ''));
  const { caller } = request.routeOptions.config;
  return caller === 'member' || caller === 'signed-out';
}

/** Browsers set these headers, and pages cannot change them (OWASP: Fetch Metadata, otherwise Origin). */
function assertSameOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === publicUrl : site === 'same-origin') return;
  throw new DomainError('permission', 'cross_origin_request', 'This request did not come from the dashboard');
}

/**
 * A page that was loaded for one account must not write into another one after the session has switched, even if the
 * session switches while the body arrives (team.md 4).
 */
function assertAccount({ accountId }: SignedIn, { headers, signedIn }: FastifyRequest): void {
  const expected = headers['x-account-id'] ?? signedIn?.accountId ?? accountId;
  if (expected === accountId) return;
  throw new DomainError(
    'conflict',
    'account_switched',
    'You have switched to another account. Reload this page to continue.',
  );
}

/** @throws DomainError `permission` `role_required`, `second_factor_setup_required` */
function assertAccess({ role, mustSetUpSecondFactor }: SignedIn, { routeOptions }: FastifyRequest): void {
  const { action, isPartOfSetup } = routeOptions.config;
  if (action === undefined) throw new Error(`${routeOptions.url} does not declare its action`);
  if (!mayDo(role, action)) throw roleRequired(LEAST_ROLES[action], role);
  if (mustSetUpSecondFactor && !isPartOfSetup) throw secondFactorSetupRequired();
}
