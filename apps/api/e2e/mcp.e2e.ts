import { SYSTEM } from '@libs/kernel';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKeyUseCases } from '@libs/accounts';
import { statusAndCode, type Call, docUrl } from './support/client';
import { callTool, oldRpc, rpc } from './support/mcp';
import { useService } from './support/use-service';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const UNKNOWN_KEY = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
const CHALLENGE = 'ApiKey realm="mcp", Bearer realm="mcp"';

/** Checks of `/mcp` before a message is read, in their order (mcp.md 2, mcp.md 3). */
describe('POST /mcp', () => {
  const { service, client } = useService({
    MCP_ALLOWED_ORIGINS: 'https://agent.example, http://localhost:6274',
  });
  let accountId: string;
  let key: string;

  beforeAll(async () => ({ id: accountId, key } = await service.account()));

  const post = (call: Call) => client.call('POST', '/mcp', { body: LIST, ...call });
  const errorOf = async (call: Call) => {
    const { status, json } = await post(call);
    return [status, json.error?.type, json.error?.code];
  };

  describe('key', () => {
    it('returns an API error without a key, before reading the body', async () => {
      for (const body of [LIST, '{', Buffer.from([0xff]), 'x'.repeat(2_000_000)]) {
        const response = await post({ body, headers: { 'content-type': 'application/json' } });
        expect(response.status).toBe(401);
        expect(response.json.error).toEqual({
          type: 'authentication_error',
          message: 'Missing API key: send it in the X-API-Key header',
          code: 'api_key_missing',
          doc_url: docUrl('api_key_missing'),
          request_id: response.headers['x-request-id'],
        });
        expect(response.headers['www-authenticate']).toBe(CHALLENGE);
      }
    });

    it('accepts a key in X-API-Key or as a bearer token', async () => {
      expect((await post({ key })).status).toBe(200);
      for (const authorization of [`Bearer ${key}`, `bearer   ${key} `]) {
        expect((await post({ headers: { authorization } })).status).toBe(200);
      }
    });

    it('accepts both headers if they contain the same key', async () => {
      expect((await post({ key, headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      const other = { key, headers: { authorization: `Bearer ${UNKNOWN_KEY}` } };
      expect(await errorOf(other)).toEqual([401, 'authentication_error', 'api_key_ambiguous']);
    });

    it('rejects a repeated header', async () => {
      for (const line of ['X-API-Key: ', 'Authorization: Bearer ']) {
        const twice = `${line}${key}\r\n${line}${key}\r\n`;
        const response = await client.raw(
          `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${twice}Content-Length: 0\r\n\r\n`,
        );
        expect(response).toContain('401 Unauthorized');
        expect(response).toContain('api_key_ambiguous');
      }
    });

    it.each([
      ['Basic', 'api_key_missing'],
      ['Bearer', 'api_key_missing'],
      ['Digest x', 'api_key_missing'],
      ['Bearer a b', 'api_key_missing'],
      ['Bearer nonsense', 'api_key_invalid'],
      [`Bearer ${UNKNOWN_KEY}`, 'api_key_invalid'],
    ])('returns 401 for "Authorization: %s"', async (authorization, code) => {
      expect(await errorOf({ headers: { authorization } })).toEqual([401, 'authentication_error', code]);
    });

    it('accepts X-API-Key beside another authorization scheme', async () => {
      expect((await post({ key, headers: { authorization: 'Basic eDp5' } })).status).toBe(200);
    });

    it('never reads a key from the URL', async () => {
      const body = LIST;
      const without = await client.call('POST', `/mcp?api_key=${key}`, { body });
      expect([without.status, without.json.error.code]).toEqual([401, 'api_key_missing']);
      const beside = await client.call('POST', `/mcp?api_key=${key}`, { body, key });
      expect([beside.status, beside.json.error.code]).toEqual([400, 'unknown_parameter']);
      expect(beside.text).not.toContain(key);
    });

    it('rejects revoked and expired keys', async () => {
      const revoked = await service.issue(accountId);
      await service.revoke(accountId, revoked.keyId);
      expect(await errorOf({ key: revoked.key })).toEqual([401, 'authentication_error', 'api_key_revoked']);
      const expired = await service.issue(accountId, { expiresAt: new Date(Date.now() + 3_600_000) });
      await service.expire(expired.keyId);
      expect(await errorOf({ key: expired.key })).toEqual([401, 'authentication_error', 'api_key_expired']);
    });

    it('checks the key again after a slow request body', async () => {
      const brief = await service.issue(accountId);
      const body = JSON.stringify(LIST);
      const socket = connect(service.port, '127.0.0.1');
      const arrived = service.nextRequest();
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${brief.key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      );
      await arrived;
      // From 100 ms on, a request is slow.
      await sleep(110);
      await service.get(ApiKeyUseCases).revoke(accountId, brief.keyId, SYSTEM);
      socket.write(body.slice(5));
      let response = '';
      for await (const chunk of socket) response += String(chunk);
      expect(response).toContain('401 Unauthorized');
      expect(response).toContain('api_key_revoked');
    });

    it('returns 403 for a submit key', async () => {
      const { key: submit } = await service.issue(accountId, {
        permission: 'submit',
        origins: ['https://agent.example'],
      });
      const call = { key: submit, headers: { origin: 'https://agent.example' } };
      expect(await errorOf(call)).toEqual([403, 'permission_error', 'insufficient_permissions']);
      expect(await errorOf({ key: submit })).toEqual([403, 'permission_error', 'insufficient_permissions']);
    });
  });

  describe('origin', () => {
    it('rejects an origin that is not allowed, before checking the key', async () => {
      for (const origin of [
        'https://evil.example',
        'null',
        service.config.PUBLIC_URL,
        'https://agent.example.evil',
      ]) {
        for (const call of [{ key, headers: { origin } }, { headers: { origin } }]) {
          const response = await post(call);
          expect([origin, response.status, response.json.error.code]).toEqual([
            origin,
            403,
            'origin_not_allowed',
          ]);
          expect(response.headers['access-control-allow-origin']).toBeUndefined();
          expect(response.headers['vary']).toBe('Origin');
        }
      }
    });

    it('accepts an allowed origin, and exposes the rate limit headers', async () => {
      for (const origin of ['https://agent.example', 'http://localhost:6274']) {
        const { status, headers } = await post({ key, headers: { origin } });
        expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
        expect(headers['access-control-expose-headers']).toContain('RateLimit');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
      const failed = await post({ headers: { origin: 'https://agent.example' } });
      expect([failed.status, failed.headers['access-control-allow-origin']]).toEqual([
        401,
        'https://agent.example',
      ]);
    });

    it('responds to preflight requests of allowed origins', async () => {
      const asked = (origin?: string) =>
        client.call('OPTIONS', '/mcp', { headers: { origin, 'access-control-request-method': 'POST' } });
      const { status, headers } = await asked('https://agent.example');
      expect(status).toBe(204);
      expect(headers['access-control-allow-methods']).toBe('POST');
      for (const name of [
        'X-API-Key',
        'Authorization',
        'Content-Type',
        'MCP-Protocol-Version',
        'Mcp-Method',
      ]) {
        expect(headers['access-control-allow-headers']).toContain(name);
      }
      expect((await asked('https://evil.example')).status).toBe(403);
      const plain = await asked();
      expect([plain.status, plain.headers['allow']]).toEqual([204, 'POST, OPTIONS']);
      expect(plain.headers['access-control-allow-headers']).toBeUndefined();
    });
  });

  describe('host', () => {
    it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.1.2.3:80', '[::1]:3000'])(
      'accepts %s if PUBLIC_URL is localhost',
      async (host) => expect((await post({ key, headers: { host } })).status).toBe(200),
    );

    it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]'])(
      'rejects %s',
      async (host) =>
        expect(await errorOf({ key, headers: { host } })).toEqual([
          403,
          'permission_error',
          'host_not_allowed',
        ]),
    );

    describe('with PUBLIC_URL', () => {
      const proxied = useService({ PUBLIC_URL: 'https://feedback.example.com', TRUST_PROXY: '1' });

      it('accepts only its host, and only https if it is https', async () => {
        const call = { key: (await proxied.service.account()).key, body: LIST };
        const https = { 'x-forwarded-proto': 'https' };
        const status = async (headers: Record<string, string>) =>
          statusAndCode(await proxied.client.call('POST', '/mcp', { ...call, headers }));
        expect(await status({ ...https, host: 'feedback.example.com' })).toEqual([200, undefined]);
        expect(await status({ ...https, host: 'feedback.example.com:443' })).toEqual([200, undefined]);
        expect(
          await status({ ...https, host: 'api:3000', 'x-forwarded-host': 'feedback.example.com' }),
        ).toEqual([200, undefined]);
        for (const host of ['localhost', '127.0.0.1', 'evil.example']) {
          expect(await status({ ...https, host })).toEqual([403, 'host_not_allowed']);
        }
        expect(await status({ host: 'feedback.example.com' })).toEqual([403, 'https_required']);
      });
    });

    it('rejects a repeated Host header', async () => {
      const response = await client.raw(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${key}\r\nContent-Length: 0\r\n\r\n`,
      );
      expect(response).toContain('400 Bad Request');
    });
  });

  describe('request', () => {
    it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('returns 405 for %s', async (method) => {
      const { status, headers, json } = await client.call(method, '/mcp', { key });
      expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
      if (method !== 'HEAD') expect(json.error.type).toBe('method_not_allowed_error');
      expect((await client.call(method, '/mcp')).status).toBe(401);
    });

    it('returns 415 for a body that is not JSON or is compressed', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
      ]) {
        const call = { key, body: JSON.stringify(LIST), headers: { 'content-type': type } };
        expect(await errorOf(call)).toEqual([
          415,
          'unsupported_media_type_error',
          'unsupported_content_type',
        ]);
      }
      const gzip = { key, headers: { 'content-encoding': 'gzip' } };
      expect(await errorOf(gzip)).toEqual([
        415,
        'unsupported_media_type_error',
        'unsupported_content_encoding',
      ]);
    });

    it('returns 413 for a body larger than 1 MiB', async () => {
      const body = { ...LIST, params: { padding: 'x'.repeat(1_048_576) } };
      expect(await errorOf({ key, body })).toEqual([413, 'payload_too_large_error', 'body_too_large']);
    });

    it('ignores the Accept header and always returns JSON', async () => {
      for (const accept of [undefined, 'application/json', 'text/html', '*/*']) {
        for (const ask of [rpc, oldRpc]) {
          const { status, headers } = await ask(client, 'tools/list', { key, headers: { accept } });
          expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
        }
      }
    });

    it('accepts a trailing slash, and returns 404 for paths below /mcp', async () => {
      expect((await client.call('POST', '/mcp/', { key, body: LIST })).status).toBe(200);
      expect((await client.call('POST', '/mcp/x', { key, body: LIST })).status).toBe(404);
      expect((await client.call('GET', '/.well-known/oauth-protected-resource')).status).toBe(404);
    });
  });

  it('sends the common headers with every response', async () => {
    const responses = [
      await post({ key }),
      await post({}),
      await post({ key, body: '{' }),
      await callTool(client, key, 'list_feedback'),
      await client.call('GET', '/mcp', { key }),
      await rpc(client, 'nothing', { key }),
    ];
    for (const { headers } of responses) {
      expect(headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers['mcp-session-id']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('POST /mcp with the default configuration', () => {
  const { service, client } = useService({ AUTH_FAILURES_PER_MINUTE: '3' });

  it('rejects every origin, and counts invalid keys together with the API', async () => {
    const { key } = await service.account();
    const page = await client.call('POST', '/mcp', {
      key,
      body: LIST,
      headers: { origin: 'https://a.example' },
    });
    expect([page.status, page.json.error.code]).toEqual([403, 'origin_not_allowed']);
    const wrong = (path: string) => client.call('POST', path, { key: UNKNOWN_KEY, body: LIST });
    const statuses = [];
    for (const path of ['/mcp', '/api/v1/feedback', '/mcp', '/mcp', '/api/v1/feedback']) {
      statuses.push((await wrong(path)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await client.call('POST', '/mcp', { key, body: LIST })).status).toBe(200);
  });
});
