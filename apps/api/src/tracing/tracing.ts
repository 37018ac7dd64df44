import { AsyncLocalStorage } from 'node:async_hooks';
import { isSpanContextValid, trace, type Context } from '@opentelemetry/api';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { version } from '../version';
import { DeliverySpans } from './delivery-spans';
import { RequestSpans } from './request-spans';
import { statementSpans } from './statement-spans';

/** How long the last spans may take to send when the process stops. */
const CLOSE_MS = 3_000;

/** The spans of this process (operator.md 12). */
export class Tracing {
  /** The span of the request or delivery that runs. */
  private readonly active = new AsyncLocalStorage<Context>();
  private readonly tracer;

  constructor(private readonly provider: Pick<NodeTracerProvider, 'getTracer' | 'shutdown'>) {
    this.tracer = provider.getTracer('feedback-service', version);
    this.requests = new RequestSpans(this.tracer, this.active);
    this.statements = statementSpans(this.tracer, this.active);
    this.deliveries = new DeliverySpans(this.tracer, this.active);
  }

  readonly requests: RequestSpans;
  readonly statements: ReturnType<typeof statementSpans>;
  readonly deliveries: DeliverySpans;

  /** Members of each log line; none outside requests and deliveries. */
  readonly logMembers = (): object => {
    const context = this.active.getStore();
    const span = context && trace.getSpanContext(context);
    return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
  };

  /** Sends the remaining spans. Gives up after three seconds, so that a collector that is down delays no stop. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.provider.shutdown().catch(() => {}), expired]);
    clearTimeout(timer);
  }
}
