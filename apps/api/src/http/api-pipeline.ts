import {
  rateLimitExceeded,
  rateLimitHeaders,
  type ApiKeyAuthenticator,
  type Caller,
  type Plan,
  type RateLimitPolicy,
  type RateLimitStore,
} from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from './address-limit';
import { jsonOf } from './body';
import type { ApiHeaders } from './headers';
import { assertMediaType } from './media-type';
import {
  httpsRequired,
  keyAmbiguous,
  keyMissing,
  malformedRequest,
  notAllowed,
  originNotAllowed,
  strayParameter,
} from './refusals';
import { pathOf, wasSlow, type RouteAccess, type RouteTable } from './routes';

export interface ApiPipeline {
  readonly headers: ApiHeaders;
  readonly keys: ApiKeyAuthenticator;
  readonly rateLimits: RateLimitStore;
  readonly policies: Readonly<Record<Plan, readonly RateLimitPolicy[]>>;
  readonly authFailures: AddressLimit;
  readonly routes: RouteTable;
  /** PUBLIC_URL is https: a key that came in clear is refused. */
  readonly httpsOnly: boolean;
}

/**
 * Steps 1 to 8 of API.md 1.2, in their order; the first that fails answers. They are Fastify hooks because
 * NestJS guards run only after the body was parsed. A request whose key is known and whose budget is counted in
 * memory passes without a promise.
 */
export function addApiPipeline(server: FastifyInstance, pipeline: ApiPipeline): void {
  server.decorateRequest('caller', null);
  server.decorateRequest('stillMay', null);

  server.addHook('onRequest', (request, reply, done) => {
    if (!isApi(request)) return done();
    reply.headers(pipeline.headers.always).headers(pipeline.headers.origin(request.headers.origin));
    if (request.method === 'OPTIONS') return void answerOptions(request, reply, pipeline);
    assertTransport(request, pipeline);
    whenReady(authenticated(request, pipeline), done, (caller) => {
      request.caller = caller;
      whenReady(pipeline.rateLimits.take(caller.bucketId, pipeline.policies[caller.plan]), done, (budget) => {
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
    if (access.caller === 'visitor' || access.caller === 'anyone') return;
    if (!access.consumes && access.query) return;
    route.preValidation = (request, reply, done) => {
      if (access.consumes && !access.streams) request.body = jsonOf(request.body);
      if (!access.query) assertNoQuery(request);
      if (access.streams) request.stillMay = () => stillMay(request, pipeline);
      if (access.caller !== 'api-key' || !wasSlow(reply)) return done();
      whenReady(authenticated(request, pipeline), done, () => done());
    };
  });
}

/** However fast it was: an account may be removed in the moment in which its import is committed. */
async function stillMay(request: FastifyRequest, pipeline: ApiPipeline): Promise<void> {
  await authenticated(request, pipeline, (secret) => pipeline.keys.authenticateAnew(secret));
}

/** Goes on with a value now, or when it comes; what is thrown on the way is the answer. */
function whenReady<T>(value: T | Promise<T>, done: (error: Error) => void, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next).catch(done);
  else next(value);
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

function assertTransport(request: FastifyRequest, { httpsOnly }: ApiPipeline): void {
  if (httpsOnly && request.protocol !== 'https') {
    throw httpsRequired();
  }
  if (!isOneHost(request)) throw malformedRequest();
}

/** RFC 9112 §3.2: HTTP/1.1 has exactly one Host, and it is a host. */
function isOneHost({ headers: { host }, raw }: FastifyRequest): boolean {
  if (host === undefined) return raw.httpVersionMinor === 0;
  return !/[\s/?#@]/.test(host) && timesSent(raw.rawHeaders, 'host') === 1;
}

function authenticated(
  request: FastifyRequest,
  { keys, authFailures }: ApiPipeline,
  callerOf: ApiKeyAuthenticator['authenticate'] = (secret) => keys.authenticate(secret),
): Caller | Promise<Caller> {
  const secret = presentedKey(request);
  const refused = async (error: unknown): Promise<never> => {
    if (error instanceof DomainError && error.kind === 'authentication') {
      await authFailures.count(request.ip);
    }
    throw error;
  };
  try {
    const caller = callerOf(secret);
    return caller instanceof Promise ? caller.catch(refused) : caller;
  } catch (error) {
    return refused(error);
  }
}

/** One key, in its header, once (API.md 1.5): Node joins repeated headers, so they are counted as they came. */
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

function timesSent(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i]!;
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}

function assertPermission(request: FastifyRequest, caller: Caller): void {
  if (!request.routeOptions.config.permissions?.includes(caller.permission)) throw notAllowed(caller);
  if (caller.permission === 'submit' && !caller.allowedOrigins.includes(request.headers.origin ?? '')) {
    throw originNotAllowed();
  }
}

function assertNoQuery(request: FastifyRequest): void {
  const [first, ...rest] = Object.entries(request.query as object).map(([name, value]) =>
    strayParameter(name, value),
  );
  if (first) throw DomainError.invalid([first, ...rest]);
}
