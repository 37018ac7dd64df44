import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import {
  jsonResponse,
  API_KEY,
  networkFailure,
  errorResponse,
  blockedPort,
  ScriptedService,
  FakePlatform,
  type Step,
} from '../../testing/scripted-service';
import { FeedbackClient } from './client';
import { FeedbackApiError, FeedbackNetworkError } from './errors';
import type { ClientOptions, RetryNotice } from './options';

const ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const ITEM = { data: { id: ID, title: 'Dark mode' } };

function createTransport(steps: Step[], options: Partial<ClientOptions> = {}) {
  const service = new ScriptedService(...steps);
  const platform = new FakePlatform();
  const { fetch } = service;
  const client = new FeedbackClient(
    { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch, ...options },
    platform,
  );
  return { service, platform, client };
}

const limited = errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '29' });
const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it should have failed');
    },
    (error: unknown) => error,
  );

describe('retries', () => {
  it('retries 429 after Retry-After', async () => {
    const { service, platform, client } = createTransport([limited, jsonResponse(ITEM)]);
    expect((await client.get(ID)).data).toEqual(ITEM.data);
    expect(platform.waits).toEqual([29_000]);
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    ['429 of an export', errorResponse(429, 'export_in_progress', { 'retry-after': '5' }), 5000],
    ['503', errorResponse(503, 'service_unavailable', { 'retry-after': '5' }), 5000],
    [
      'a Retry-After date',
      errorResponse(503, 'service_unavailable', { 'retry-after': 'Tue, 03 Mar 2026 10:00:41 GMT' }),
      41_000,
    ],
    ['503 without Retry-After', errorResponse(503, 'service_unavailable'), 250],
    ['502 of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 250],
    ['a network error', networkFailure(), 250],
    ['an incomplete response', () => new Response(brokenBody()), 250],
  ])('retries %s', async (_, step, wait) => {
    const { platform, client } = createTransport([step, jsonResponse(ITEM)]);
    expect((await client.get(ID)).data).toEqual(ITEM.data);
    expect(platform.waits).toEqual([wait]);
  });

  it('retries PATCH with the same body', async () => {
    const { service, client } = createTransport([networkFailure(), jsonResponse(ITEM)]);
    await client.update(ID, { status: 'planned' });
    expect(service.requests.map(({ text }) => text)).toEqual(Array(2).fill('{"status":"planned"}'));
  });

  it('retries create with the same idempotency key, also while an earlier attempt is running', async () => {
    const running = errorResponse(409, 'idempotency_key_in_use', { 'retry-after': '1' });
    const { service, platform, client } = createTransport([
      networkFailure(),
      running,
      jsonResponse(ITEM, 201),
    ]);
    await client.create({ title: 'Dark mode' });
    expect(platform.waits).toEqual([250, 1000]);
    expect(service.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
      Array(3).fill('key-1'),
    );
  });
});

describe('errors that are not retried', () => {
  it.each([400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 431, 500])('include %i', async (status) => {
    const { service, client } = createTransport([errorResponse(status, 'some_code', { 'retry-after': '1' })]);
    expect(await thrownBy(client.get(ID))).toMatchObject({ status, code: 'some_code' });
    expect(service.requests).toHaveLength(1);
  });

  it('include a blocked port, with wasSent false', async () => {
    const { service, client } = createTransport([blockedPort()]);
    const error = await thrownBy(client.create({ title: 'Dark mode' }));
    expect(error).toBeInstanceOf(FeedbackNetworkError);
    expect(error).toMatchObject({
      wasSent: false,
      message: 'Nothing was sent: fetch does not allow the port of this URL (bad port)',
    });
    expect(service.requests).toHaveLength(1);
    expect(await thrownBy(createTransport([networkFailure()], { retries: 0 }).client.get(ID))).toMatchObject({
      wasSent: true,
    });
  });

  it('include a port that this platform blocks', async () => {
    const client = new FeedbackClient(
      { baseUrl: 'http://127.0.0.1:6000', apiKey: API_KEY },
      new FakePlatform(),
    );
    expect(await thrownBy(client.get(ID))).toMatchObject({ wasSent: false });
  });

  it('include every error with retries 0', async () => {
    const { service, client } = createTransport([limited], { retries: 0 });
    expect(await thrownBy(client.get(ID))).toMatchObject({ status: 429, retryAfter: 29 });
    expect(service.requests).toHaveLength(1);
  });
});

describe('the limit of retries', () => {
  it('is four retries by default, and the last error is thrown', async () => {
    const { service, platform, client } = createTransport([
      networkFailure(),
      networkFailure(),
      networkFailure(),
      networkFailure(),
      limited,
    ]);
    expect(await thrownBy(client.get(ID))).toMatchObject({ status: 429 });
    expect(service.requests).toHaveLength(5);
    expect(platform.waits).toEqual([250, 500, 1000, 2000]);
  });

  it('throws immediately if Retry-After is longer than maxWaitMs', async () => {
    const hourly = errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '3000' });
    const { service, platform, client } = createTransport([hourly]);
    expect(await thrownBy(client.get(ID))).toMatchObject({ status: 429, retryAfter: 3000 });
    expect([service.requests.length, platform.waits]).toEqual([1, []]);
  });

  it('is only maxWaitMs with retries Infinity', async () => {
    const { service, platform, client } = createTransport([networkFailure()], {
      maxWaitMs: 60_000,
      retries: Infinity,
    });
    expect(await thrownBy(client.get(ID))).toBeInstanceOf(FeedbackNetworkError);
    expect(platform.waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(platform.waits.at(-1)).toBeLessThan(8000);
    expect(service.requests).toHaveLength(platform.waits.length + 1);
  });

  it('includes the duration of attempts in maxWaitMs', async () => {
    const platform = new FakePlatform();
    const slow = async () => {
      await platform.sleep(30_000, undefined);
      return networkFailure()({} as never);
    };
    const service = new ScriptedService(slow);
    const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
    await thrownBy(
      new FeedbackClient({ ...options, maxWaitMs: 60_000, retries: Infinity }, platform).get(ID),
    );
    expect(service.requests).toHaveLength(3);
  });

  it('includes all waits of a call in maxWaitMs', async () => {
    const { platform, client } = createTransport([limited], { maxWaitMs: 60_000, retries: 100 });
    expect(await thrownBy(client.get(ID))).toBeInstanceOf(FeedbackApiError);
    expect(platform.waits).toEqual([29_000, 29_000]);
  });

  it('is never exceeded, for any responses', async () => {
    const step = fc.oneof(
      fc.constant(networkFailure()),
      fc
        .tuple(fc.constantFrom(429, 503, 409, 500, 404), fc.nat(100))
        .map(([status, after]) =>
          errorResponse(status, 'idempotency_key_in_use', { 'retry-after': String(after) }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1 }),
        fc.nat(6),
        fc.nat(120_000),
        async (steps, retries, maxWaitMs) => {
          const { service, platform, client } = createTransport(steps, { retries, maxWaitMs });
          await thrownBy(client.get(ID));
          expect(service.requests.length).toBeLessThanOrEqual(retries + 1);
          expect(platform.waits).toHaveLength(service.requests.length - 1);
          expect(platform.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(maxWaitMs);
        },
      ),
    );
  });
});

describe('delete', () => {
  const gone = errorResponse(404, 'feedback_not_found');

  it('succeeds if the item is not found after an attempt that may have deleted it', async () => {
    const { service, client } = createTransport([networkFailure(), gone]);
    await expect(client.delete(ID)).resolves.toBeUndefined();
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    ['on the first attempt', [gone]],
    ['after an error response', [limited, gone]],
  ])('throws if the item is not found %s', async (_, steps) => {
    const { client } = createTransport(steps);
    expect(await thrownBy(client.delete(ID))).toMatchObject({ status: 404, code: 'feedback_not_found' });
  });

  it('throws if the endpoint is not found', async () => {
    const { client } = createTransport([networkFailure(), errorResponse(404, 'route_not_found')]);
    expect(await thrownBy(client.delete(ID))).toMatchObject({ code: 'route_not_found' });
  });
});

describe('a signal', () => {
  it('aborts a running request', async () => {
    const controller = new AbortController();
    const { client, service } = createTransport([
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error));
          controller.abort();
        }),
    ]);
    expect(await thrownBy(client.get(ID, { signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('aborts a wait with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { client, service } = createTransport([limited], { onRetry: () => controller.abort(reason) });
    expect(await thrownBy(client.get(ID, { signal: controller.signal }))).toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  it('of the client aborts every call, also before it is sent', async () => {
    const controller = new AbortController();
    const { client, service } = createTransport([jsonResponse(ITEM)], { signal: controller.signal });
    await client.get(ID, { signal: new AbortController().signal });
    controller.abort();
    expect(await thrownBy(client.get(ID))).toMatchObject({ name: 'AbortError' });
    expect(await thrownBy(client.get(ID, { signal: new AbortController().signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(service.requests).toHaveLength(1);
  });
});

it('adds no listener to the signal of the client', async () => {
  const { signal } = new AbortController();
  const listened = jest.spyOn(signal, 'addEventListener');
  const { client, service } = createTransport([jsonResponse(ITEM)], { signal });
  await client.get(ID);
  expect(service.requests[0]!.init.signal).not.toBe(signal);
  expect(listened).not.toHaveBeenCalled();
});

it('calls onRetry before each wait', async () => {
  const notices: RetryNotice[] = [];
  const { client } = createTransport([limited, networkFailure(), jsonResponse(ITEM)], {
    onRetry: (notice) => notices.push(notice),
  });
  await client.get(ID);
  expect(notices).toMatchObject([
    { operation: 'getFeedback', attempt: 1, delayMs: 29_000, error: { status: 429 } },
    { operation: 'getFeedback', attempt: 2, delayMs: 500, error: { code: 'ECONNRESET' } },
  ]);
});

describe('FeedbackNetworkError', () => {
  it('has the message and the code of the platform', async () => {
    const { client } = createTransport([networkFailure('ECONNREFUSED')], { retries: 0 });
    const error = await thrownBy(client.get(ID));
    expect(error).toBeInstanceOf(FeedbackNetworkError);
    expect(error).toMatchObject({
      name: 'FeedbackNetworkError',
      message: 'The service did not respond: fetch failed: read ECONNREFUSED',
      code: 'ECONNREFUSED',
    });
  });
});

describe('HTTPS', () => {
  it('to a plain HTTP port throws with wasSent false and a fix', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new FeedbackClient(
      { baseUrl: `https://127.0.0.1:${port}`, apiKey: API_KEY },
      new FakePlatform(),
    );
    try {
      expect(await thrownBy(client.get(ID))).toMatchObject({
        message:
          'Nothing was sent: the server does not use HTTPS on this port. Use http:// or the port for HTTPS.',
        wasSent: false,
      });
    } finally {
      server.close();
    }
  });

  it('error has the reason without the source line of OpenSSL', () => {
    const cause = Object.assign(new Error('80AC:error:0A00042E:SSL routines:f:tlsv1 alert:../a.c:1:\n'), {
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      reason: 'tlsv1 alert protocol version',
    });
    expect(FeedbackNetworkError.of(new TypeError('fetch failed', { cause }), 'secret').message).toBe(
      'The service did not respond: fetch failed: tlsv1 alert protocol version',
    );
  });
});

function brokenBody() {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
}
