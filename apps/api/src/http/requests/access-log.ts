import { isUuid } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config';
import { finalStatus, isClosedEarly, routeOf, type CompletionListener } from './completion';

/** Load balancers call these every second. */
const HEALTH: readonly string[] = ['/healthz', '/readyz'];

export const isHealthCheck = (request: FastifyRequest): boolean => HEALTH.includes(routeOf(request));

/** Returns a listener that logs one line per request (operator.md 10); none if the log is off. */
export function accessLog({
  ACCESS_LOG,
  LOG_LEVEL,
}: Pick<Config, 'ACCESS_LOG' | 'LOG_LEVEL'>): CompletionListener[] {
  if (ACCESS_LOG === 'off' || (LOG_LEVEL !== 'info' && LOG_LEVEL !== 'debug')) return [];
  return [LOG_LEVEL === 'debug' ? logWithPath : logUnlessHealthy];
}

function logUnlessHealthy(request: FastifyRequest, reply: FastifyReply): void {
  if (isHealthCheck(request) && finalStatus(reply) === 200) return;
  request.log.info(lineOf(request, reply), 'Request completed');
}

function logWithPath(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({ ...lineOf(request, reply), path: loggedPath(request.url) }, 'Request completed');
}

/** The shortest token has more. */
const TOKEN_MIN = 20;

/** Also in an encoded form. External IDs can be email addresses. */
const AT_SIGN = /@|%40/;

/**
 * Without the query string, which can contain personal data, and without segments that can be tokens, such as those of
 * links in messages, or email addresses. By their form, not by the route: someone can open a link that is not complete.
 */
function loggedPath(url: string): string {
  const segments = url.split('?', 1)[0]!.split('/');
  return segments.map((text) => (canBeSecret(text) ? '…' : text)).join('/');
}

const canBeSecret = (segment: string): boolean =>
  (segment.length >= TOKEN_MIN && !isUuid(segment)) || AT_SIGN.test(segment);

/** The client chooses the name of an unknown field. Names of fields of the service have this form. */
const loggedParam = (param: string | undefined): string | undefined =>
  param === undefined || /^[a-z][\w.[\]-]{0,63}$/i.test(param) ? param : '…';

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  id: request.id,
  method: request.method,
  route: routeOf(request),
  status: finalStatus(reply),
  ms: Math.round(reply.elapsedTime * 10) / 10,
  account: request.caller?.accountId ?? request.signedIn?.accountId,
  key: request.caller?.keyId,
  person: request.signedIn?.personId,
  ip: request.ip,
  code: request.failure?.code,
  param: loggedParam(request.failure?.facts.issues?.[0]?.param),
  closed: isClosedEarly(reply) || undefined,
});
