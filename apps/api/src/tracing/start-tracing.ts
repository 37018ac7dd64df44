import { Logger } from '@nestjs/common';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { onceAMinute } from '../once-a-minute';
import { version } from '../version';
import { Tracing } from './tracing';

/**
 * Starts to send spans to a collector, as JSON over HTTP. The SDK reads the other variables that start with `OTEL_`.
 * @param endpoint the base URL of the collector
 * @param headers valid pairs such as `authorization=Bearer%20token`, separated by commas
 */
export function startTracing(endpoint: string, headers?: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint), headers: headersOf(headers) });
  const service = { [ATTR_SERVICE_NAME]: 'feedback-service', [ATTR_SERVICE_VERSION]: version };
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(service))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(reporting(exporter))],
  });
  // Sets the W3C propagator.
  provider.register({ contextManager: null });
  return new Tracing(provider);
}

/** Appends the path of traces, as the specification of OTLP says. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** The SDK reads them only from the environment, which does not have those of a file. */
const headersOf = (pairs = ''): Record<string, string> =>
  Object.fromEntries(
    [...pairs.matchAll(/([^=,]+)=([^,]+)/g)].map(([, name, value]) => [
      name!.trim(),
      decodeURIComponent(value!.trim()),
    ]),
  );

/** Returns the exporter. It logs at most once per minute that the collector doesn't accept spans. */
function reporting(exporter: SpanExporter): SpanExporter {
  const warn = onceAMinute((reason: string) =>
    new Logger('Tracing').warn(`Could not send traces to OTEL_EXPORTER_OTLP_ENDPOINT: ${reason}`),
  );
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) warn(result.error.message);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
