import {
  jsonResponse,
  API_KEY,
  clientOn,
  networkFailure,
  errorResponse,
  ScriptedService,
  FakePlatform,
  type Step,
} from '@libs/api-client/testing';
import { ConnectionKey } from './connection-key';

function createKey(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const lines: string[] = [];
  const endController = new AbortController();
  const client = clientOn(
    { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch, maxWaitMs: 5000 },
    new FakePlatform(),
  );
  const key = new ConnectionKey({ client, signal: endController.signal, log: (line) => lines.push(line) });
  return { key, service, lines, endController };
}

const is = (permission: string) => jsonResponse({ data: { permission } });
/** Resolves after all pending promises. */
const later = () => new Promise<'later'>((done) => setImmediate(done, 'later'));

it.each(['read', 'full'])(
  'requests the permission %s only once for concurrent callers',
  async (permission) => {
    const { key, service, lines } = createKey(is(permission));
    expect(service.requests).toEqual([]);
    expect(await Promise.all([key.permission(), key.permission()])).toEqual([permission, permission]);
    expect(await key.permission()).toBe(permission);
    expect([service.requests.length, lines]).toEqual([1, []]);
    expect(await Promise.race([key.rejected, later()])).toBe('later');
  },
);

it.each([
  ['the service is down', networkFailure('ECONNREFUSED'), /^The service did not respond: .*ECONNREFUSED; /],
  ['the rate limit is exceeded', errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '29' }), /^No; /],
  ['the service has no such endpoint', errorResponse(404, 'route_not_found'), /^No; /],
  ['the URL is wrong', jsonResponse('<html>', 404), /^Unexpected response \(status 404\): check baseUrl/],
])('returns full and logs the error if %s', async (_, step, message) => {
  const { key, lines } = createKey(step);
  expect(await key.permission()).toBe('full');
  expect(lines).toEqual([expect.stringMatching(message)]);
  expect(lines[0]).toMatch(/; key permission unknown, so every tool is listed$/);
  expect(lines[0]).not.toContain(API_KEY);
});

it.each([401, 403])(
  'rejects if the service returns %i, and never resolves the permission',
  async (status) => {
    const { key, lines } = createKey(errorResponse(status, 'api_key_invalid'));
    const permission = key.permission();
    await expect(key.rejected).rejects.toMatchObject({ status });
    expect(await Promise.race([permission, later()])).toBe('later');
    expect(lines).toEqual([]);
  },
);

it('stops the request without a log line when the connection ends', async () => {
  const { key, lines, endController } = createKey(
    ({ init }) =>
      new Promise((_, reject) =>
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
      ),
  );
  const permission = key.permission();
  endController.abort();
  await permission;
  expect(lines).toEqual([]);
});
