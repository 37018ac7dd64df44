import { propagation, trace } from '@opentelemetry/api';
import { FeedbackUseCases } from '@libs/feedback';
import { EventPublication } from '../src/events/event-publication';
import { startTracing } from '../src/tracing/start-tracing';
import type { Tracing } from '../src/tracing/tracing';
import { version } from '../src/version';
import type { Call } from './support/client';
import { Collector, type Span } from './support/collector';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const PATH = '/api/v1/feedback';
const [SERVER, CLIENT] = [2, 3];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** operator.md 12 */
describe('the traces of a service', () => {
  let collector: Collector;
  let tracing: Tracing;
  let account: Account;
  let traces = 0;

  beforeAll(async () => {
    // The SDK reads these.
    Object.assign(process.env, {
      OTEL_BSP_SCHEDULE_DELAY: '5',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    collector = await Collector.start();
    tracing = startTracing(collector.url, 'x-tenant=acme, x-key = a%2Cb=');
  });
  const { service, client } = useService(LOCAL_WEBHOOKS, () => ({ tracing }));
  afterAll(async () => {
    await tracing.close();
    trace.disable();
    propagation.disable();
    await collector.stop();
  });
  beforeEach(async () => (account = await service.account()));

  /** Sends a request that continues a trace, and returns its span and the statements below it. */
  const traced = async (method: string, path: string, call: Call = {}) => {
    const traceId = (++traces).toString(16).padStart(32, '0');
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, ...call.headers };
    const response = await client.call(method, path, { key: account.key, ...call, headers });
    const span = await collector.span((one) => one.kind === SERVER && one.traceId === traceId);
    return { response, span, statements: collector.childrenOf(span) };
  };
  const operationsOf = (statements: readonly Span[]) => statements.map(({ name }) => name);

  it('have a span for a request, which continues the trace of the client, and one for each statement', async () => {
    const created = await traced('POST', PATH, { body: { title: 'T' } });
    expect(created.span).toMatchObject({
      name: 'POST /api/v1/feedback',
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.request.method': 'POST',
        'http.route': PATH,
        'http.response.status_code': 201,
        'url.scheme': 'http',
      },
      isError: false,
    });
    const insert = created.statements.find(({ name }) => name === 'INSERT')!;
    expect(insert).toMatchObject({
      kind: CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.query.text': expect.stringMatching(/^INSERT INTO feedback .*\$1/s),
      },
    });
    const listed = await traced('GET', `${PATH}?limit=5`);
    // The key may be looked up again at the same time.
    expect(listed.statements).toContainEqual(
      expect.objectContaining({
        name: 'SELECT',
        attributes: expect.objectContaining({ 'db.query.text': expect.stringContaining('FROM feedback') }),
      }),
    );
    expect((await traced('GET', `${PATH}/${created.response.json.data.id}`)).span.name).toBe(
      'GET /api/v1/feedback/:id',
    );
  });

  it('have the statements of a request whose body arrives in parts', async () => {
    const body = `{"title":"T"${' '.repeat(200_000)}}`;
    const { statements } = await traced('POST', PATH, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(operationsOf(statements)).toContain('INSERT');
  });

  it('keep the statements of requests at the same time apart', async () => {
    const title = 'T';
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 2 ? traced('POST', PATH, { body: { title } }) : traced('GET', PATH),
      ),
    );
    for (const { span, statements } of all)
      expect(operationsOf(statements).includes('INSERT')).toBe(span.name.startsWith('POST'));
    expect(collector.spans.filter(({ name, parentSpanId }) => name === 'INSERT' && !parentSpanId)).toEqual(
      [],
    );
  });

  it('start a new trace without a valid traceparent', async () => {
    for (const traceparent of [
      '00-zz-00f067aa0ba902b7-01',
      'x',
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    ]) {
      const known = new Set(collector.spans);
      await client.call('GET', '/version', { headers: { traceparent } });
      const span = await collector.span((one) => !known.has(one) && one.name === 'GET /version');
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.traceId).not.toMatch(/^0{31}/);
      expect(span.parentSpanId).toBeUndefined();
    }
  });

  it('have no span if the client has not sampled its trace', async () => {
    const traceId = 'f'.repeat(32);
    await client.call('GET', '/version', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00` } });
    await traced('GET', '/version');
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it('report errors: only those of the service as such', async () => {
    const invalid = await traced('POST', PATH, { body: {} });
    expect(invalid.span).toMatchObject({ attributes: { 'http.response.status_code': 400 }, isError: false });
    const unmatched = await traced('GET', '/nothing/secret');
    expect(unmatched.span).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } });
    expect(unmatched.span.attributes).not.toHaveProperty('http.route');
    const list = jest.spyOn(service.get(FeedbackUseCases), 'list').mockRejectedValue(new Error('Secret'));
    const failed = await traced('GET', PATH);
    list.mockRestore();
    expect(failed.span).toMatchObject({
      attributes: { 'http.response.status_code': 500, 'error.type': 'internal_error' },
      isError: true,
    });
  });

  it('have a span for each attempt to deliver, which the receiver can continue', async () => {
    const receiver = await Receiver.start();
    receiver.respond = (response) => void response.writeHead(500).end();
    const url = `${receiver.url}?token=url-secret`;
    await client.call('POST', '/api/v1/webhooks', { key: account.key, body: { url, events: ['*'] } });
    await traced('POST', PATH, { body: { title: 'T' } });
    await service.get(EventPublication).run();
    const [request] = await receiver.untilReceived(1);
    const [, traceId, spanId] = String(request!.headers['traceparent']).split('-');
    const span = await collector.span((one) => one.spanId === spanId);
    expect(span).toMatchObject({
      traceId,
      kind: CLIENT,
      name: 'POST webhook',
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 500,
        'error.type': '500',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(receiver.url).port),
        'feedback.delivery.attempt': 1,
      },
      isError: true,
    });
    expect(span.parentSpanId).toBeUndefined();
    await receiver.stop();
  });

  it('name the service, and send the headers for the collector', async () => {
    await traced('GET', '/version');
    expect(collector.resource).toMatchObject({
      'service.name': 'feedback-service',
      'service.version': version,
      'deployment.environment.name': 'test',
    });
    expect(collector.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer token',
      'x-tenant': 'acme',
      'x-key': 'a,b=',
    });
  });

  it('contain no key, ID, path, query string, text, or address', async () => {
    const { response } = await traced('POST', PATH, {
      body: { title: 'Secret wish', submitter_email: 'ada@example.com' },
      headers: { 'user-agent': 'Secret agent', 'idempotency-key': 'secret-once' },
    });
    const { id } = response.json.data;
    await traced('GET', `${PATH}/${id}`);
    await traced('GET', `${PATH}?q=Secret`);
    await traced('GET', `${PATH}/export?format=csv&q=Secret`);
    await traced('PATCH', `${PATH}/${id}`, { body: { title: 'Other secret' } });
    await traced('GET', `/${account.id}/${account.keyId}`);
    await traced('GET', `/f/${account.slug}`);
    await traced('POST', `/f/${account.slug}`, { body: { title: 'Secret', homepage: 'x' } });
    // following.md 4, following.md 7
    const sent = await traced('POST', `/f/${account.slug}`, { body: { title: 'Secret' } });
    const link = sent.response.json.data.page as string;
    for (const path of [link, link.replace('/me/', '/thanks/')]) await traced('GET', path);
    await traced('POST', `/f/${account.slug}/me`, { body: 'email=ada@example.com', headers: FORM });
    await traced('GET', `/app/api/account`, { headers: { cookie: 'session=secret' } });
    for (const secret of [
      ...[account.id, account.keyId, account.slug, account.email, account.key, id as string],
      link.split('/').at(-1)!,
      ...[/secret/i, 'ada@example.com', 'Bearer'],
    ])
      expect(collector.text).not.toMatch(secret);
  });
});
