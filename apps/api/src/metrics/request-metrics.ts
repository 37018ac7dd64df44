import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { finalStatus, METHODS, routeOf } from '../http/requests/completion';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Requests by route, and their refusals. */
export class RequestMetrics {
  private readonly requests: Counter<'method' | 'route' | 'status'>;
  private readonly durations: Histogram<'method' | 'route'>;
  private readonly refusals: Counter<'code'>;
  private readonly authenticationFailures: Counter<'code'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'feedback_http_requests_total',
      help: 'Requests by method, route, and status; 499 if the connection closed before the response.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.durations = new Histogram({
      name: 'feedback_http_request_duration_seconds',
      help: 'Time from the start of a request to the end of its response, except event streams.',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    });
    this.refusals = new Counter({
      name: 'feedback_rate_limit_refusals_total',
      help: 'Requests that exceeded a rate limit, by error code.',
      labelNames: ['code'],
      registers,
    });
    this.authenticationFailures = new Counter({
      name: 'feedback_authentication_failures_total',
      help: 'Requests without valid credentials, by error code.',
      labelNames: ['code'],
      registers,
    });
  }

  completed(request: FastifyRequest, reply: FastifyReply): void {
    const method = METHODS.includes(request.method) ? request.method : 'OTHER';
    const route = routeOf(request);
    this.requests.inc({ method, route, status: finalStatus(reply) });
    if (!isEventStream(reply)) this.durations.observe({ method, route }, reply.elapsedTime / 1000);
    const { failure } = request;
    if (failure?.kind === 'rate_limit') this.refusals.inc({ code: failure.code });
    if (failure?.kind === 'authentication') this.authenticationFailures.inc({ code: failure.code });
  }
}

/** A stream lasts until the client closes it, so its duration says nothing. */
const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
