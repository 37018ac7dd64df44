import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 server, 3 client */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Receives traces as an OpenTelemetry collector does: OTLP over HTTP, as JSON. */
export class Collector {
  readonly spans: Span[] = [];
  /** Everything that was received. */
  text = '';
  headers: IncomingHttpHeaders = {};
  resource: Readonly<Record<string, string | number>> = {};
  private waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const collector = new Collector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => (body += text));
      request.on('end', () => {
        const isTraces = request.method === 'POST' && request.url === '/v1/traces';
        response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
        if (isTraces) collector.receive(request.headers, body);
      });
    });
    return collector;
  }

  private receive(headers: IncomingHttpHeaders, body: string): void {
    this.headers = headers;
    this.text += body;
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { spans } of scopeSpans)
        for (const { attributes, status, ...span } of spans)
          this.spans.push({ ...span, attributes: valuesOf(attributes), isError: status.code === 2 });
    }
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Waits until a span matches, and returns the first. */
  async span(matches: (span: Span) => boolean): Promise<Span> {
    for (;;) {
      const found = this.spans.find(matches);
      if (found) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  childrenOf({ spanId, traceId }: Span): readonly Span[] {
    return this.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
