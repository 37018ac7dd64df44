import { docUrl, type HttpResponse } from './support/client';
import { callTool, oldRpc, rpc } from './support/mcp';
import { useService } from './support/use-service';

const LIMITS = { RATE_LIMIT_HOUR_FREE: '100', RATE_LIMIT_MINUTE_FREE: '4', MCP_MESSAGES_PER_MINUTE: '40' };

const JSON_TYPE = { 'content-type': 'application/json' };

/** Tool calls and API requests count against the same limits (mcp.md 6). */
describe.each(['memory', 'postgres'])('MCP rate limits, counted in %s', (store) => {
  const { service, client } = useService({ ...LIMITS, RATE_LIMIT_STORE: store });
  let key: string;

  beforeEach(async () => ({ key } = await service.account()));

  const remaining = ({ headers }: HttpResponse) => Number(headers['x-ratelimit-remaining']);
  const call = (name = 'list_feedback', args?: object) => callTool(client, key, name, args);
  const rest = () => client.call('GET', '/api/v1/feedback', { key });
  const LIMIT_ERROR =
    /^rate_limit_error: Rate limit exceeded: 4 requests per minute\. Retry in ([1-5]?\d|60) seconds\.$/;

  it('count tool calls and API requests together', async () => {
    expect([
      remaining(await call()),
      remaining(await rest()),
      remaining(await call()),
      remaining(await rest()),
    ]).toEqual([3, 2, 1, 0]);
    const rejected = await call('create_feedback', { title: 'Too many' });
    expect(rejected.status).toBe(200);
    expect(rejected.json.result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(rejected.json.result.content[0].text).toMatch(LIMIT_ERROR);
    expect(rejected.headers).toMatchObject({
      'ratelimit-policy': '"hour";q=100;w=3600, "minute";q=4;w=60',
      ratelimit: expect.stringMatching(/^"hour";r=96;t=\d+, "minute";r=0;t=\d+$/),
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': '0',
    });
    expect((await rest()).status).toBe(429);
    const { json } = await callTool(client, (await service.account()).key, 'list_feedback');
    expect(json.result.isError).toBeFalsy();
  });

  it('do not count other messages as tool calls, but send the headers with them', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    for (let i = 0; i < 5; i++) {
      for (const response of [
        await rpc(client, 'server/discover', { key }),
        await rpc(client, 'tools/list', { key }),
        await oldRpc(client, 'initialize', { key, params }),
        await oldRpc(client, 'tools/list', { key }),
        await oldRpc(client, 'ping', { key }),
        await rpc(client, 'nothing', { key }),
      ]) {
        expect(remaining(response)).toBe(4);
      }
    }
    expect(remaining(await call())).toBe(3);
    expect(remaining(await rpc(client, 'tools/list', { key }))).toBe(3);
  });

  it('count invalid calls, and reject calls over the limit before validating them', async () => {
    await call('list_feedback', { limit: 0 });
    await call('get_feedback', { id: 'nothing' });
    await call('drop_feedback');
    expect(remaining(await call('create_feedback', {}))).toBe(0);
    expect((await call('create_feedback', {})).json.result.content[0].text).toMatch(LIMIT_ERROR);
    const listed = await rpc(client, 'tools/list', { key });
    expect([listed.status, remaining(listed)]).toEqual([200, 0]);
  });

  it('count each call of a batch', async () => {
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'create_feedback', arguments: { title: `${id}` } },
    });
    const batch = Array.from({ length: 6 }, (_, i) => message(i));
    const response = await client.call('POST', '/mcp', { key, body: batch });
    const errors = response.json.map(
      ({ result }: { result: { isError?: boolean } }) => result.isError === true,
    );
    expect(errors).toEqual([false, false, false, false, true, true]);
    expect(remaining(response)).toBe(0);
  });

  it('limit other messages separately', async () => {
    const listed = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const batch = Array.from({ length: 20 }, (_, i) => listed(i));
    for (let i = 0; i < 2; i++) {
      const { status, json } = await client.call('POST', '/mcp', { key, body: batch });
      expect([status, json.length]).toEqual([200, 20]);
    }
    const rejected = await rpc(client, 'tools/list', { key });
    expect([rejected.status, rejected.json.error]).toEqual([
      429,
      {
        type: 'rate_limit_error',
        code: 'rate_limit_exceeded',
        message: expect.stringMatching(
          /^Rate limit exceeded: 40 requests per minute\. Retry in \d+ seconds\.$/,
        ),
        doc_url: docUrl('rate_limit_exceeded'),
        request_id: rejected.headers['x-request-id'],
      },
    ]);
    expect(rejected.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^([1-5]?\d|60)$/),
      ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/),
      'x-ratelimit-limit': '40',
    });
    expect((await client.call('POST', '/mcp', { key, body: batch })).status).toBe(429);
    expect((await client.call('POST', '/mcp', { key, body: '{', headers: JSON_TYPE })).status).toBe(429);
    expect(remaining(await call())).toBe(3);
  });

  it('reject large bodies unread when tool calls are over the limit', async () => {
    const large = () => call('create_feedback', { title: 'x', description: 'x'.repeat(20_000) });
    for (let i = 0; i < 4; i++) expect((await large()).json.result.isError).toBe(true);
    const rejected = await large();
    expect([rejected.status, rejected.json.error.code]).toEqual([429, 'rate_limit_exceeded']);
    const chunked = await client.raw(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${key}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
        `${(20_000).toString(16)}\r\n${'['.repeat(20_000)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain('429 Too Many Requests');
    expect((await call()).json.result.isError).toBe(true);
  });

  it('reject every body unread when both limits are exceeded', async () => {
    for (let i = 0; i < 44; i++) expect((await call()).status).toBe(200);
    const rejected = await client.call('POST', '/mcp', { key, body: '{', headers: JSON_TYPE });
    expect([rejected.status, rejected.json.error.type]).toEqual([429, 'rate_limit_error']);
  });

  it('count a large body without a tool call, and reject it', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { padding: 'x'.repeat(16_384) } };
    const response = await client.call('POST', '/mcp', { key, body });
    expect([response.status, response.json.error.message]).toEqual([
      413,
      'Request body is too large (maximum 16384 bytes)',
    ]);
    expect(remaining(await call())).toBe(2);
  });

  it('allow as many concurrent calls as sequential ones', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => call('create_feedback', { title: `${i}` })),
    );
    expect(responses.filter(({ json }) => !json.result.isError)).toHaveLength(4);
  });
});
