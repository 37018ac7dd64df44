import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finalStatus, METHODS, type CompletionListener } from '../http/requests/completion';

/** The value of the conventions for methods that no route has. */
const OTHER_METHOD = '_OTHER';

/** One span per request, without its path, query string, and addresses. */
export class RequestSpans {
  private readonly contexts = new WeakMap<FastifyRequest, Context>();

  constructor(
    private readonly tracer: Tracer,
    private readonly active: AsyncLocalStorage<Context>,
  ) {}

  /** Adds the hook that starts spans. It must be the first. */
  addTo(server: FastifyInstance): void {
    server.addHook('onRequest', (request, _reply, done) => this.active.run(this.start(request), done));
  }

  /** Returns a listener that calls others with the span active, and then ends it. */
  completing(listeners: readonly CompletionListener[]): CompletionListener {
    return (request, reply) => {
      const context = this.contexts.get(request)!;
      this.active.run(context, () => {
        for (const listener of listeners) listener(request, reply);
      });
      end(trace.getSpan(context)!, request, reply);
    };
  }

  private start(request: FastifyRequest): Context {
    const { headers, method, protocol, routeOptions } = request;
    const { traceparent, tracestate } = headers;
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
    const isKnown = METHODS.includes(method);
    const name = isKnown ? method : 'HTTP';
    const attributes = {
      [ATTR_HTTP_REQUEST_METHOD]: isKnown ? method : OTHER_METHOD,
      [ATTR_HTTP_ROUTE]: routeOptions.url,
      [ATTR_URL_SCHEME]: protocol,
    };
    const span = this.tracer.startSpan(
      routeOptions.url === undefined ? name : `${name} ${routeOptions.url}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    const context = trace.setSpan(parent, span);
    this.contexts.set(request, context);
    return context;
  }
}

function end(span: Span, { failure }: FastifyRequest, reply: FastifyReply): void {
  const status = finalStatus(reply);
  if (reply.raw.headersSent) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
  if (status >= 500) {
    span.setAttribute(ATTR_ERROR_TYPE, failure?.code ?? String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
