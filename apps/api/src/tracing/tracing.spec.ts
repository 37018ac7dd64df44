import { Writable } from 'node:stream';
import { BatchSpanProcessor, InMemorySpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { accessLog } from '../http/requests/access-log';
import { addCompletionListeners } from '../http/requests/completion';
import { loggerOptions } from '../http/logging';
import { tracesUrl } from './start-tracing';
import { Tracing } from './tracing';

type Line = Record<string, unknown>;

/** operator.md 12 */
describe('log lines with tracing', () => {
  const tracing = new Tracing(
    new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new InMemorySpanExporter())] }),
  );
  let server: FastifyInstance;
  let lines: Line[];

  beforeEach(() => {
    lines = [];
    const write = (chunk: unknown, _encoding: string, done: () => void) => {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    };
    server = Fastify({
      logger: { ...loggerOptions('info', tracing.logMembers), stream: new Writable({ write }) },
      logController: new LogController({ disableRequestLogging: true }),
    });
    server.decorateRequest('caller', null);
    tracing.requests.addTo(server);
    const listeners = accessLog({ ACCESS_LOG: 'on', LOG_LEVEL: 'info' });
    addCompletionListeners(server, [tracing.requests.completing(listeners)]);
    server.get('/failing', async (request, reply) => {
      await new Promise((next) => setImmediate(next));
      request.log.error('Failed');
      return reply.code(500).send();
    });
  });
  afterEach(() => server.close());
  afterAll(() => tracing.close());

  it('have the IDs of the span of their request, and none outside a request', async () => {
    server.log.info('Outside');
    await Promise.all([server.inject('/failing'), server.inject('/failing')]);
    while (lines.length < 5) await new Promise((next) => setImmediate(next));
    const [outside, ...others] = lines;
    expect(outside).not.toHaveProperty('trace_id');
    const of = (message: string) =>
      others.filter(({ msg }) => msg === message).map(({ trace_id, span_id }) => `${trace_id} ${span_id}`);
    expect(new Set(of('Failed')).size).toBe(2);
    expect(of('Failed')[0]).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/);
    expect(of('Request completed').sort()).toEqual(of('Failed').sort());
  });
});

describe('tracesUrl', () => {
  it.each([
    ['http://collector:4318', 'http://collector:4318/v1/traces'],
    ['http://collector:4318/', 'http://collector:4318/v1/traces'],
    ['https://example.com/otlp', 'https://example.com/otlp/v1/traces'],
    ['https://example.com/otlp/', 'https://example.com/otlp/v1/traces'],
  ])('appends the path to %s', (endpoint, url) => {
    expect(tracesUrl(endpoint)).toBe(url);
  });
});
