import { version } from '../src/version';
import { Client, type HttpResponse, type Call, docUrl } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** conventions.md 2 to conventions.md 8 */
describe('the request pipeline', () => {
  const { service, client } = useService();
  let account: Account;
  let id: string;

  beforeAll(async () => {
    account = await service.account();
    id = (await call('POST', base, { body: { title: 'Dark mode' } })).json.data.id;
  });

  const base = '/api/v1/feedback';
  const call = client.as(() => account);
  const error = (response: HttpResponse) => response.json?.error;
  const json = (type: string) => ({ 'content-type': type });

  describe('every response', () => {
    const requests: [string, number, () => Promise<HttpResponse>][] = [
      ['200', 200, () => call('GET', base)],
      ['201', 201, () => call('POST', base, { body: { title: 'T' } })],
      ['400', 400, () => call('POST', base, { body: {} })],
      ['401', 401, () => client.call('GET', base)],
      ['404 for an item', 404, () => call('GET', `${base}/x`)],
      ['404 for a path', 404, () => call('GET', '/api/v1/nothing')],
      ['405', 405, () => call('PUT', base)],
      ['412', 412, () => call('DELETE', `${base}/${id}`, { headers: { 'if-match': '"99"' } })],
      [
        '413',
        413,
        () => call('POST', base, { body: `"${'x'.repeat(262_144)}"`, headers: json('application/json') }),
      ],
      ['415', 415, () => call('POST', base, { body: 'x', headers: json('text/plain') })],
      ['400 for invalid percent-encoding', 400, () => call('GET', '/api/v1/%zz')],
      ['204 for OPTIONS', 204, () => client.call('OPTIONS', base)],
    ];
    it.each(requests)('has the headers of conventions.md 3: %s', async (_name, status, send) => {
      const response = await send();
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('X-RateLimit-Reset, X-Request-Id'),
      });
      for (const absent of [
        'x-powered-by',
        'server',
        'access-control-allow-credentials',
        'strict-transport-security',
        'vary',
      ]) {
        expect(response.headers).not.toHaveProperty(absent);
      }
      if (status >= 400) {
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(error(response).request_id).toBe(response.headers['x-request-id']);
      }
    });

    it('has a new request ID and ignores one in a request that no trusted proxy sent', async () => {
      const response = await call('GET', base, {
        headers: { 'x-request-id': 'req_forged', 'request-id': 'forged' },
      });
      expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
      expect((await call('GET', base)).headers['x-request-id']).not.toBe(response.headers['x-request-id']);
    });

    it('does not depend on Accept or X-HTTP-Method-Override', async () => {
      const response = await call('GET', base, {
        headers: { accept: 'application/xml', 'x-http-method-override': 'DELETE' },
      });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    });
  });

  /** conventions.md 2 */
  describe('the order of checks', () => {
    it('starts with the key', async () => {
      const requests: [string, string, Call][] = [
        ['POST', base, { body: '{', headers: json('application/json') }],
        ['POST', base, { body: 'x', headers: json('text/plain') }],
        ['POST', base, { body: `"${'x'.repeat(300_000)}"`, headers: json('application/json') }],
        ['GET', `${base}?limit=0`, {}],
        ['GET', '/api/v1/nothing', {}],
        ['GET', '/api/v2/feedback', {}],
        ['GET', '/api', {}],
        ['PUT', base, {}],
        ['GET', `${base}/${'x'.repeat(3000)}`, {}],
      ];
      for (const [method, path, more] of requests) {
        expect((await client.call(method, path, more)).status).toBe(401);
      }
    });

    it('is the same for a request target in absolute form', async () => {
      const absolute = (path: string) => `http://elsewhere.example${path}`;
      expect((await client.call('GET', absolute(base))).status).toBe(401);
      expect((await call('GET', absolute(base))).status).toBe(200);
      expect((await client.call('PUT', absolute(base))).status).toBe(401);
      const response = await call('PUT', absolute(base));
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('GET, HEAD, POST, OPTIONS');
      expect((await client.call('OPTIONS', absolute(base))).status).toBe(204);
      expect((await client.call('GET', absolute('/api/v1/nothing'))).status).toBe(401);
    });

    it('cannot be bypassed with other spellings of the path', async () => {
      for (const path of [
        '//api/v1/feedback',
        '/api//v1///feedback',
        '/%61pi/v1/feedback',
        '/api/v1/feedback/',
        '/api/v1/feed%62ack',
      ]) {
        expect((await client.call('GET', path)).status).toBe(401);
        expect((await call('GET', path)).status).toBe(200);
      }
      expect((await client.call('PUT', '//api/v1/feedback')).status).toBe(401);
    });

    it('has the permission before the media type, and the media type before the query', async () => {
      const { key } = await service.issue(account.id, { permission: 'read' });
      expect((await client.call('POST', base, { key, body: 'x', headers: json('text/plain') })).status).toBe(
        403,
      );
      expect((await call('POST', `${base}?x=1`, { body: 'x', headers: json('text/plain') })).status).toBe(
        415,
      );
      expect(
        error(await call('POST', `${base}?x=1`, { body: '{', headers: json('application/json') })).code,
      ).toBe('malformed_json');
      expect(error(await call('POST', `${base}?x=1`, { body: {} })).code).toBe('unknown_parameter');
    });

    it('has unknown paths and methods before the permission', async () => {
      const { key } = await service.issue(account.id, { permission: 'read' });
      expect((await client.call('POST', '/api/v1/nothing', { key, body: {} })).status).toBe(404);
      expect((await client.call('PUT', base, { key, body: {} })).status).toBe(405);
    });
  });

  /** conventions.md 8 */
  describe('routes and methods', () => {
    it('return 404 route_not_found for an unknown path', async () => {
      for (const path of [
        '/api/v1',
        '/api/v1/nothing',
        '/api/v1/feedback/a/b',
        '/api/v1/Feedback',
        '/api/v2/feedback',
      ]) {
        const response = await call('GET', path);
        expect(response.status).toBe(404);
        expect(error(response)).toEqual({
          type: 'not_found_error',
          message: 'Unknown endpoint',
          code: 'route_not_found',
          doc_url: docUrl('route_not_found'),
          request_id: response.headers['x-request-id'],
        });
      }
    });

    const COLLECTION = 'GET, HEAD, POST, OPTIONS';
    const ITEM = 'GET, HEAD, PATCH, DELETE, OPTIONS';
    it.each([
      ['PUT', base, COLLECTION],
      ['PATCH', base, COLLECTION],
      ['DELETE', base, COLLECTION],
      ['DELETE', `${base}/`, COLLECTION],
      ['TRACE', base, COLLECTION],
      ['QUERY', base, COLLECTION],
      ['PROPFIND', base, COLLECTION],
      ['POST', `${base}/0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f`, ITEM],
      ['PUT', `${base}/0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f`, ITEM],
      ['TRACE', `${base}/x`, ITEM],
    ])('return 405 with Allow for %s %s', async (method, path, allow) => {
      const response = await call(method, path);
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe(allow);
      expect(error(response)).toMatchObject({
        type: 'method_not_allowed_error',
        code: 'method_not_allowed',
        message: `Method ${method} is not allowed for this endpoint (allowed: ${allow})`,
      });
    });

    it('respond to HEAD as to GET, without the body', async () => {
      for (const path of [base, `${base}/${id}`, `${base}?limit=0`, `${base}/x`]) {
        const get = await call('GET', path);
        const head = await call('HEAD', path);
        expect(head.status).toBe(get.status);
        expect(head.text).toBe('');
        const { date: _1, 'x-request-id': _2, ...expected } = get.headers;
        const { date: _3, 'x-request-id': _4, ...given } = head.headers;
        expect(given).toEqual(expected);
      }
    });

    it('ignore doubled and trailing slashes', async () => {
      for (const path of [`${base}/`, `/api/v1//feedback`, `${base}/${id}/`]) {
        expect((await call('GET', path)).status).toBe(200);
      }
    });
  });

  /** conventions.md 11 */
  describe('OPTIONS', () => {
    it.each([
      [base, 'GET, HEAD, POST, OPTIONS'],
      [`${base}/${'0'.repeat(8)}`, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/v1/nothing', 'OPTIONS'],
    ])('returns 204 without a key for %s, as a preflight request or not', async (path, allow) => {
      const preflight = {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key',
      };
      for (const headers of [{}, preflight]) {
        const response = await client.call('OPTIONS', path, { headers: headers });
        expect(response.status).toBe(204);
        expect(response.text).toBe('');
        expect(response.headers).toMatchObject({
          allow,
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers':
            'X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID',
          'access-control-max-age': '7200',
        });
        expect(response.headers).not.toHaveProperty('ratelimit');
      }
    });
  });

  /** conventions.md 7 */
  describe('request bodies', () => {
    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/merge-patch+json',
      'garbage',
      ';',
    ])('return 415 for Content-Type %s', async (type) => {
      const response = await call('POST', base, { body: '{"title":"T"}', headers: json(type) });
      expect(response.status).toBe(415);
      expect(error(response)).toMatchObject({
        type: 'unsupported_media_type_error',
        code: 'unsupported_content_type',
        message: 'Content-Type must be application/json',
      });
    });

    it.each(['charset=iso-8859-1', 'charset=utf-8; boundary=x', 'profile=x'])(
      'return 415 for Content-Type application/json; %s, with a message about the parameters',
      async (parameters) => {
        const headers = json(`application/json; ${parameters}`);
        const response = await call('POST', base, { body: '{"title":"T"}', headers });
        expect(response.status).toBe(415);
        expect(error(response)).toMatchObject({
          code: 'unsupported_content_type',
          message: 'Content-Type must be application/json in UTF-8: use charset=utf-8, or no parameters',
        });
      },
    );

    it('return 415 without Content-Type', async () => {
      expect((await call('POST', base, { body: '{"title":"T"}' })).status).toBe(415);
    });

    it.each([
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ])('are accepted with Content-Type %s', async (type) => {
      const response = await call('POST', base, { body: '{"title":"T"}', headers: json(type) });
      expect(response.status).toBe(201);
    });

    it('return 415 with Accept-Patch for PATCH', async () => {
      const response = await call('PATCH', `${base}/${id}`, { body: 'x', headers: json('text/plain') });
      expect(response.status).toBe(415);
      expect(response.headers['accept-patch']).toBe('application/json, application/merge-patch+json');
    });

    it('return 415 with Accept-Encoding if they are compressed', async () => {
      const headers = { ...json('application/json'), 'content-encoding': 'gzip' };
      const response = await call('POST', base, { body: '{"title":"T"}', headers });
      expect(response.status).toBe(415);
      expect(response.headers['accept-encoding']).toBe('identity');
      expect(error(response)).toMatchObject({
        code: 'unsupported_content_encoding',
        message: 'Content-Encoding is not supported',
      });
    });

    it.each(['"x"', '5', 'null', 'true'])('return 400 for %s, which is not an object', async (body) => {
      const response = await call('POST', base, { body, headers: json('application/json') });
      expect(response.status).toBe(400);
      expect(error(response)).toEqual({
        type: 'validation_error',
        code: 'invalid_body',
        message: 'Request body must be a JSON object',
        doc_url: docUrl('invalid_body'),
        request_id: response.headers['x-request-id'],
      });
    });

    it('return 400 if they are missing and a field is required, with and without Content-Type', async () => {
      for (const headers of [{}, json('application/json')]) {
        expect(error(await call('POST', base, { headers })).code).toBe('invalid_body');
        expect((await call('PATCH', `${base}/${id}`, { headers })).status).toBe(200);
      }
    });

    it.each(['{', '{"title":"T"', "{'title':'T'}", '{"title":"T",}', '<xml/>', '{"title":"T"} x'])(
      'return malformed_json for %s',
      async (body) => {
        const response = await call('POST', base, { body, headers: json('application/json') });
        expect(response.status).toBe(400);
        expect(error(response)).toMatchObject({
          code: 'malformed_json',
          message: 'Request body is not valid JSON',
        });
      },
    );

    it('have at most 262,144 bytes; a larger one returns 413 and closes the connection', async () => {
      const fits = `{"title":"T"}${' '.repeat(262_144 - 13)}`;
      expect((await call('POST', base, { body: fits, headers: json('application/json') })).status).toBe(201);
      const response = await call('POST', base, { body: `${fits} `, headers: json('application/json') });
      expect(response.status).toBe(413);
      expect(response.headers['connection']).toBe('close');
      expect(error(response)).toMatchObject({
        type: 'payload_too_large_error',
        code: 'body_too_large',
        message: 'Request body is too large (maximum 262144 bytes)',
      });
    });

    it('return 413 if they are chunked and exceed the limit', async () => {
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      const response = await client.raw(
        `POST ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}0\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 413 /);
      expect(response).toContain('"code":"body_too_large"');
    });

    it('are accepted if they are chunked and within the limit', async () => {
      const response = await client.raw(
        `POST ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n` +
          `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nd\r\n{"title":"T"}\r\n0\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 201 /);
    });

    it('are ignored for GET', async () => {
      expect((await call('GET', base, { body: '{', headers: json('text/plain') })).status).toBe(200);
    });

    it('support Expect: 100-continue, and ignore other expectations', async () => {
      const request = (expectation: string) =>
        client.raw(
          `POST ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n` +
            `Expect: ${expectation}\r\nContent-Length: 13\r\nConnection: close\r\n\r\n{"title":"T"}`,
        );
      expect(await request('100-continue')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
      expect(await request('tea')).toMatch(/^HTTP\/1\.1 201 /);
    });
  });

  describe('errors of Node.js and of the router', () => {
    const envelope = (response: string, status: string, code: string) => {
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(response.toLowerCase()).toContain('access-control-allow-origin: *');
      expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
      const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as {
        error: Record<string, string>;
      };
      expect(body.error).toMatchObject({ type: 'validation_error', code });
      expect(response.toLowerCase()).toContain(`x-request-id: ${body.error['request_id']}`);
    };

    it('are API errors for an unknown HTTP method', async () => {
      envelope(await client.raw(`FOO ${base} HTTP/1.1\r\nHost: x\r\n\r\n`), '400', 'malformed_request');
    });

    it.each(['/ü', '?q=ü', '/a\u0001'])('name the URL %j, which is not percent-encoded', async (end) => {
      const response = await client.raw(`GET ${base}${end} HTTP/1.1\r\nHost: x\r\n\r\n`);
      envelope(response, '400', 'malformed_request');
      expect(response).toContain(
        'Malformed HTTP request: the URL has characters that must be percent-encoded',
      );
    });

    it('do not interrupt the response to a valid request before invalid bytes', async () => {
      const post = `POST ${base} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n`;
      const response = await client.raw(
        `${post}Content-Length: 13\r\n\r\n{"title":"T"}\u0001garbage\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 201 /);
      expect(response).not.toContain('malformed_request');
    });

    it('are API errors for bytes that are not HTTP', async () => {
      envelope(await client.raw('\u0001\u0002\u0003\r\n\r\n'), '400', 'malformed_request');
    });

    it.each([
      ['two Host headers', 'Host: x\r\nHost: y'],
      ['an invalid Host header', 'Host: a b/c'],
    ])('are API errors for %s', async (_name, host) => {
      const request = `GET ${base} HTTP/1.1\r\n${host}\r\nX-API-Key: ${account.key}\r\nConnection: close\r\n\r\n`;
      envelope(await client.raw(request), '400', 'malformed_request');
    });

    it('are API errors for CONNECT', async () => {
      envelope(await client.raw(`CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`), '400', 'malformed_request');
    });

    it('are API errors for Content-Length together with Transfer-Encoding', async () => {
      const response = await client.raw(
        `POST ${base} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      );
      envelope(response, '400', 'malformed_request');
    });
  });
});

/** conventions.md 11 */
describe('CORS with CORS_ALLOWED_ORIGINS', () => {
  const { service } = useService({ CORS_ALLOWED_ORIGINS: 'https://a.example, https://b.example' });
  const client = new Client(service, false);
  afterAll(() => client.close());

  it.each(['https://a.example', 'https://b.example'])('echoes %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await client.call(method, '/api/v1/feedback', { headers: { origin } });
      expect(response.headers['access-control-allow-origin']).toBe(origin);
      expect(response.headers['vary']).toBe('Origin');
    }
  });

  it('echoes the origin in responses that no hook handles', async () => {
    const origin = 'https://a.example';
    const response = await client.call('GET', '/api/v1/%zz', { headers: { origin } });
    expect(response.status).toBe(400);
    expect(response.headers['access-control-allow-origin']).toBe(origin);
  });

  it.each([undefined, 'https://evil.example', 'https://a.example.evil', 'null'])(
    'does not allow %s',
    async (origin) => {
      const response = await client.call('GET', '/api/v1/feedback', { headers: origin ? { origin } : {} });
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect(response.headers['vary']).toBe('Origin');
    },
  );
});

/** operator.md 6 */
describe('behind a proxy that terminates TLS', () => {
  const { service, client } = useService({ PUBLIC_URL: 'https://feedback.example', TRUST_PROXY: '1' });
  let account: Account;

  beforeAll(async () => (account = await service.account()));

  const get = (headers: Call['headers']) =>
    client.call('GET', '/api/v1/feedback', { key: account.key, headers });

  it('serves https requests with Strict-Transport-Security', async () => {
    const response = await get({ 'x-forwarded-proto': 'https' });
    expect(response.status).toBe(200);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('responds to OPTIONS over plain http, because it contains no key', async () => {
    expect((await client.call('OPTIONS', '/api/v1/feedback')).status).toBe(204);
  });

  it('returns 403 for plain http, and never redirects', async () => {
    for (const headers of [{ 'x-forwarded-proto': 'http' }, {}]) {
      const response = await get(headers);
      expect(response.status).toBe(403);
      expect(response.json.error).toMatchObject({
        type: 'permission_error',
        code: 'https_required',
        message: 'HTTPS is required',
      });
    }
  });

  it('responds to health checks over plain http', async () => {
    expect((await client.call('GET', '/healthz')).status).toBe(200);
    expect((await client.call('GET', '/version')).json).toEqual({ data: { version } });
  });
});

describe('TRUST_PROXY', () => {
  const limits = { AUTH_FAILURES_PER_MINUTE: '2' };
  const key = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
  const status = async (client: Client, chain: string) =>
    (await client.call('GET', '/api/v1/feedback', { key, headers: { 'x-forwarded-for': chain } })).status;

  describe('off by default', () => {
    const { client } = useService(limits);

    it('ignores X-Forwarded-For', async () => {
      expect([
        await status(client, '192.0.2.1'),
        await status(client, '192.0.2.2'),
        await status(client, '192.0.2.3'),
      ]).toEqual([401, 401, 429]);
    });
  });

  describe('can be 1', () => {
    const { client } = useService({ ...limits, TRUST_PROXY: '1' });

    it('only the last address in X-Forwarded-For is used', async () => {
      expect([
        await status(client, '6.6.6.1, 192.0.2.1'),
        await status(client, '6.6.6.2, 192.0.2.1'),
        await status(client, '6.6.6.3, 192.0.2.1'),
        await status(client, '6.6.6.3, 192.0.2.9'),
      ]).toEqual([401, 401, 429, 401]);
    });

    /** operator.md 6 */
    it('X-Request-Id of the proxy becomes the request ID, on every surface', async () => {
      const get = (path: string, id: string) => client.call('GET', path, { headers: { 'x-request-id': id } });
      for (const path of [
        '/api/v1/feedback',
        '/mcp',
        '/nowhere',
        '/api/v1/feedback/%zz',
        '/app/api/account',
      ]) {
        const { headers, json } = await get(path, 'proxy.id-1');
        expect([path, headers['x-request-id'], json.error.request_id]).toEqual([
          path,
          'proxy.id-1',
          'proxy.id-1',
        ]);
      }
      for (const path of ['/healthz', '/f/nobody', '/app', '/widget.js'])
        expect((await get(path, 'proxy.id-1')).headers['x-request-id']).toBe('proxy.id-1');
      for (const forged of ['short', 'proxy id 1', '"}{"level":"fatal"', 'a'.repeat(129)])
        expect((await get('/healthz', forged)).headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    });
  });
});
