import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError, ISSUES_MAX, type ErrorKind } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaTypeOf } from './media-type';
import { outageLogOf } from './outage-log';
import {
  bodyTooLarge,
  internalError,
  malformedRequest,
  routeNotFound,
  serviceUnavailable,
  unsupportedContentType,
} from './errors';
import { docUrlOf } from './responses/error-codes';
import type { RouteAccess } from './routes';

declare module 'fastify' {
  interface FastifyInstance {
    /** `PUBLIC_URL`, for the links in error bodies. */
    readonly publicUrl: string;
  }
}

/** The status and type of each error kind (conventions.md 5). */
const RESPONSES: Record<ErrorKind, { status: number; type: string }> = {
  validation: { status: 400, type: 'validation_error' },
  authentication: { status: 401, type: 'authentication_error' },
  permission: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found_error' },
  gone: { status: 410, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'method_not_allowed_error' },
  conflict: { status: 409, type: 'conflict_error' },
  precondition_failed: { status: 412, type: 'precondition_failed_error' },
  payload_too_large: { status: 413, type: 'payload_too_large_error' },
  unsupported_media_type: { status: 415, type: 'unsupported_media_type_error' },
  idempotency: { status: 422, type: 'idempotency_error' },
  rate_limit: { status: 429, type: 'rate_limit_error' },
  internal: { status: 500, type: 'api_error' },
  unavailable: { status: 503, type: 'api_error' },
};

export const statusOf = (kind: ErrorKind): number => RESPONSES[kind].status;

/** Every value of `error.type`. */
export const ERROR_TYPES: readonly string[] = [...new Set(Object.values(RESPONSES).map(({ type }) => type))];

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body `{"error": …}` (conventions.md 4). */
export function errorJson(error: DomainError, requestId: string, publicUrl: string) {
  const issues = error.facts.issues?.slice(0, ISSUES_MAX);
  return {
    error: {
      type: RESPONSES[error.kind].type,
      message: error.message,
      code: error.code,
      param: issues?.[0]?.param,
      details: issues,
      reason: issues?.[0]?.reason,
      merged_into: issues?.[0]?.merged_into ?? error.facts.mergedInto,
      challenge: error.facts.challenge,
      doc_url: docUrlOf(error.code, publicUrl),
      request_id: requestId,
    },
  };
}

/** Headers of an error on any route. */
function errorHeaders(
  { kind, code, facts }: DomainError,
  caller: RouteAccess['caller'] | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (kind === 'authentication') headers['www-authenticate'] = challengeTo(caller);
  if (facts.currentVersion !== undefined) headers['etag'] = `"${facts.currentVersion}"`;
  if (facts.retryAfter !== undefined) headers['retry-after'] = String(facts.retryAfter);
  if (kind === 'payload_too_large' || code === 'upload_too_slow') headers['connection'] = 'close';
  return headers;
}

/** The `WWW-Authenticate` challenge of a route (RFC 9110 §11.6.1). */
function challengeTo(caller: RouteAccess['caller'] | undefined): string {
  if (caller === 'member' || caller === 'signed-out') return 'Session realm="dashboard"';
  return caller === 'mcp' ? 'ApiKey realm="mcp", Bearer realm="mcp"' : 'ApiKey realm="api"';
}

/** Sends the response of every error. */
export function sendError(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error.kind);
  const { errorPage, caller } = request.routeOptions?.config ?? {};
  reply.code(status).headers(errorHeaders(error, caller));
  if (errorPage && mediaTypeOf(request) !== 'application/json') {
    return reply.type('text/html; charset=utf-8').send(errorPage(error, status, request));
  }
  return reply.type(JSON_TYPE).send(errorJson(error, request.id, request.server.publicUrl));
}

/** Whether all export or import slots are in use. Clients can cause this at will, so it is not logged as an error. */
const isBusy = (thrown: unknown): boolean =>
  thrown instanceof DomainError && thrown.kind === 'unavailable' && thrown.code !== 'service_unavailable';

/** Whether the client closed the connection before its request body was complete. */
const isAborted = (thrown: unknown, { raw }: FastifyRequest): boolean =>
  thrown !== undefined && thrown === raw.errored;

/** A full disk, or no more open files for this process or the machine. */
const EXHAUSTED = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'];
const isExhausted = (thrown: unknown): boolean =>
  EXHAUSTED.includes((thrown as NodeJS.ErrnoException | null)?.code ?? '');

/** Converts any error to a DomainError. An unexpected error is logged, and its response has no details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  /** @param isOutage whether an error means that the database is unreachable */
  constructor(private readonly isOutage: (error: unknown) => boolean) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (!reply.sent) void sendError(this.errorOf(thrown, request), request, reply);
  }

  /** Returns the error for the response, and logs errors of the service. */
  errorOf(thrown: unknown, request: FastifyRequest): DomainError {
    const error = this.domainErrorOf(thrown, request);
    request.failure = error;
    const { id, log, server } = request;
    if (isAborted(thrown, request)) log.debug({ id }, 'The client closed the connection during its request');
    else if (isBusy(thrown)) log.info({ id, code: error.code }, error.message);
    else if (error.kind === 'unavailable') outageLogOf(server.log).record(id, thrown as Error);
    else if (statusOf(error.kind) >= 500) log.error({ id, err: thrown }, error.message);
    return error;
  }

  private domainErrorOf(thrown: unknown, request: FastifyRequest): DomainError {
    if (thrown instanceof DomainError) return thrown;
    if (isAborted(thrown, request)) return malformedRequest();
    if (this.isOutage(thrown) || isExhausted(thrown)) return serviceUnavailable();
    if (thrown instanceof HttpException) return frameworkError(thrown.getStatus(), request);
    return internalError();
  }
}

/** Converts an error of Fastify or NestJS. */
function frameworkError(status: number, request: FastifyRequest): DomainError {
  if (status === 404) return routeNotFound();
  if (status === 413) return bodyTooLarge(request.routeOptions.bodyLimit);
  if (status === 415) return unsupportedContentType(request.routeOptions.config.consumes);
  return status < 500 ? malformedRequest() : internalError();
}
