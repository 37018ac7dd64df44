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
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '@opentelemetry/semantic-conventions';

/** What a span shows of an attempt to deliver. */
interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attempt: number;
}
interface Outcome {
  readonly statusCode: number | null;
  readonly error: string | null;
}
interface Sender<R, O> {
  send(request: R, signal: AbortSignal): Promise<O>;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** One span per attempt to deliver, without the path and query string of the URL. Each is a trace of its own. */
export class DeliverySpans {
  constructor(
    private readonly tracer: Tracer,
    private readonly active: AsyncLocalStorage<Context>,
  ) {}

  /** Returns a sender that adds `traceparent` to each request, unless the webhook sets that header. */
  traced<R extends Request, O extends Outcome>(sender: Sender<R, O>): Sender<R, O> {
    return {
      send: (request, signal) => {
        const span = this.start(request);
        const context = trace.setSpan(ROOT_CONTEXT, span);
        const headers: Record<string, string> = {};
        propagation.inject(context, headers);
        const traced = { ...request, headers: { ...headers, ...request.headers } };
        return this.active.run(context, async () => {
          const outcome = await sender.send(traced, signal);
          end(span, outcome);
          return outcome;
        });
      },
    };
  }

  private start({ url, attempt }: Request): Span {
    const { hostname, port, protocol } = new URL(url);
    const attributes = {
      [ATTR_HTTP_REQUEST_METHOD]: 'POST',
      [ATTR_SERVER_ADDRESS]: hostname,
      [ATTR_SERVER_PORT]: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
      'feedback.delivery.attempt': attempt,
    };
    return this.tracer.startSpan('POST webhook', { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT);
  }
}

function end(span: Span, { statusCode, error }: Outcome): void {
  if (statusCode !== null) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, statusCode);
  if (error !== null) {
    span.setAttribute(ATTR_ERROR_TYPE, statusCode !== null && statusCode >= 400 ? String(statusCode) : error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
