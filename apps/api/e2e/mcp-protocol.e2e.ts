import { FeedbackUseCases } from '@libs/feedback';
import fc from 'fast-check';
import type { HttpResponse } from './support/client';
import { callTool, ENVELOPE, oldRpc, REVISION, rpc } from './support/mcp';
import { useService } from './support/use-service';

/** Valid and invalid JSON-RPC messages (mcp.md 1). */
describe('the MCP protocol', () => {
  const { service, client } = useService();
  let key: string;

  beforeAll(async () => ({ key } = await service.account()));

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    client.call('POST', '/mcp', { key, body, headers: { 'content-type': 'application/json', ...headers } });
  const failure = ({ status, json }: HttpResponse) => [status, json.error.code, json.id];
  const textOf = ({ json }: HttpResponse): string => json.result.content[0].text;

  describe('message', () => {
    it.each([
      ['{"jsonrpc":"2.0",', 'Parse error: Request body is not valid JSON'],
      ['', 'Parse error: Request body must be a JSON object'],
      [Buffer.from([0x22, 0xff, 0x22]), 'Parse error: Request body is not valid UTF-8'],
      ['{"__proto__":{"method":"tools/list"}}', 'Parse error: Unknown field: __proto__'],
    ])('returns a JSON-RPC parse error for an unreadable body: %j', async (body, message) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(response.json).toEqual({ jsonrpc: '2.0', error: { code: -32700, message }, id: null });
    });

    it.each([
      '5',
      '"x"',
      'null',
      'true',
      '{}',
      '[]',
      '[5]',
      '{"jsonrpc":"1.0","method":"tools/list"}',
      '{"jsonrpc":"2.0","id":"1"}',
    ])('must not be %s', async (body) => expect(failure(await post(body))).toEqual([400, -32600, null]));

    it('can start with a byte order mark', async () => {
      const body = `\ufeff${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}`;
      expect((await post(body)).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    });

    it('gets a response with the same id', async () => {
      for (const id of [0, -1, 'a', '', 'x'.repeat(10_000), 2 ** 53 - 1]) {
        expect((await rpc(client, 'tools/list', { key, id })).json.id).toBe(id);
        expect((await oldRpc(client, 'tools/list', { key, id })).json.id).toBe(id);
      }
      for (const id of [null, {}, [], 1.5, true]) {
        const { status } = await rpc(client, 'tools/list', { key, id });
        expect([id, status]).toEqual([id, 400]);
      }
    });

    it('gets 202 without a body if it is a notification or a response', async () => {
      const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      for (const response of [
        await post(note),
        await post(
          { ...note, params: { ...note.params, _meta: ENVELOPE } },
          { 'mcp-protocol-version': REVISION },
        ),
        await post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        await post({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'create_feedback' } }),
        await post({ jsonrpc: '2.0', id: 7, result: {} }),
      ]) {
        expect([response.status, response.text, response.headers['content-type']]).toEqual([
          202,
          '',
          undefined,
        ]);
      }
    });
  });

  describe('method', () => {
    it('returns a method not found error if it is unknown, with 404 in the current protocol version', async () => {
      for (const method of [
        'nothing',
        'resources/list',
        'prompts/list',
        'ping',
        'initialize',
        'toString',
        '',
      ]) {
        expect([method, ...failure(await rpc(client, method, { key }))]).toEqual([method, 404, -32601, 1]);
      }
      for (const method of ['nothing', 'resources/list', 'prompts/list', 'server/discover', 'toString']) {
        expect([method, ...failure(await oldRpc(client, method, { key }))]).toEqual([method, 200, -32601, 1]);
      }
    });

    it('returns a method not found error for subscriptions/listen, because there are no streams', async () => {
      const params = { notifications: { toolsListChanged: true } };
      const response = await rpc(client, 'subscriptions/listen', { key, params, id: 'sub' });
      expect(failure(response)).toEqual([404, -32601, 'sub']);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('returns a header mismatch error if the headers differ from the message', async () => {
      const mismatch = async (headers: Record<string, string | undefined>, method = 'tools/call') =>
        failure(
          await rpc(client, method, { key, params: { name: 'list_feedback', arguments: {} }, headers }),
        );
      expect(await mismatch({ 'mcp-method': 'tools/list' })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-method': undefined })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-name': 'delete_feedback' })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-name': undefined })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-name': '=?base64?%%%?=' })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-protocol-version': '2025-11-25' })).toEqual([400, -32020, 1]);
      expect(await mismatch({ 'mcp-protocol-version': undefined })).toEqual([400, -32020, 1]);
      const encoded = `=?base64?${Buffer.from('list_feedback').toString('base64')}?=`;
      const params = { name: 'list_feedback' };
      expect(
        (await rpc(client, 'tools/call', { key, params, headers: { 'mcp-name': encoded } })).status,
      ).toBe(200);
    });

    it('returns errors that do not contain the key or long parts of the input', async () => {
      const params = { name: 'list_feedback' };
      const long = 'x'.repeat(500_000);
      const version = 'io.modelcontextprotocol/protocolVersion';
      const claims = (claimed: string) => ({
        ...params,
        _meta: { ...ENVELOPE, [version]: claimed },
      });
      const body = (sent: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: sent });
      for (const response of [
        await rpc(client, 'tools/call', { key, params, headers: { 'mcp-name': key } }),
        await rpc(client, 'tools/call', { key, params, headers: { 'mcp-name': 'x'.repeat(10_000) } }),
        await rpc(client, 'tools/call', { key, params: { name: long }, headers: { 'mcp-name': 'x' } }),
        await oldRpc(client, 'ping', { key, headers: { 'mcp-protocol-version': key } }),
        await post(body(claims(key))),
        await post(body(claims(long))),
        await post(`{"jsonrpc":"2.0","id":1,"result":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`),
      ]) {
        expect([response.status, response.json.jsonrpc]).toEqual([400, '2.0']);
        expect(response.text).not.toContain(key);
        expect(response.text).not.toContain('RangeError');
        expect(response.text.length).toBeLessThan(1200);
      }
    });

    it('returns the supported versions for an unsupported protocol version', async () => {
      const _meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
      const response = await post(body, { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' });
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({ code: -32022, data: { supported: [REVISION] } });
      const old = await oldRpc(client, 'tools/list', {
        key,
        headers: { 'mcp-protocol-version': '1999-01-01' },
      });
      expect(old.status).toBe(400);
    });
  });

  describe('initialize with a 2025 protocol version', () => {
    it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('uses %s', async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const { status, json } = await oldRpc(client, 'initialize', { key, params });
      expect(status).toBe(200);
      expect(json.result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'feedback' },
        instructions: expect.any(String),
      });
      const listed = await oldRpc(client, 'tools/list', {
        key,
        headers: { 'mcp-protocol-version': protocolVersion },
      });
      expect(listed.json.result.tools).toHaveLength(10);
    });

    it('offers the newest 2025 version to a client with an unknown version', async () => {
      const params = {
        protocolVersion: '2099-01-01',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      const { json } = await oldRpc(client, 'initialize', { key, params });
      expect(json.result.protocolVersion).toBe('2025-11-25');
    });
  });

  describe('batch with a 2025 protocol version', () => {
    const listed = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

    it('gets a response for each request, and none for notifications', async () => {
      const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const { status, json } = await post([
        listed(1),
        note,
        { jsonrpc: '2.0', id: 'p', method: 'ping' },
        listed(1),
      ]);
      expect([status, json.map(({ id }: { id: unknown }) => id)]).toEqual([200, [1, 'p', 1]]);
      expect((await post([note, note])).status).toBe(202);
    });

    it('gets a response for a request that the same batch cancels', async () => {
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const { status, json } = await post([listed(1), cancel]);
      expect([status, json.length]).toEqual([200, 1]);
    });

    it('is limited to 20 messages, without initialize and without messages of 2026-07-28', async () => {
      const many = Array.from({ length: 21 }, (_, i) => listed(i));
      expect(failure(await post(many))).toEqual([400, -32600, null]);
      expect((await post(many.slice(1))).json).toHaveLength(20);
      const params = {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
      expect(failure(await post([initialize, listed(2)]))).toEqual([400, -32600, null]);
      const modern = { ...listed(1), params: { _meta: ENVELOPE } };
      expect(failure(await post([modern]))).toEqual([400, -32600, null]);
    });
  });

  describe('tool call', () => {
    it('returns an invalid params error for invalid parameters', async () => {
      for (const params of [
        {},
        { name: 5 },
        { name: 'list_feedback', arguments: 'x' },
        { name: 'list_feedback', arguments: [] },
      ]) {
        const response = await oldRpc(client, 'tools/call', { key, params });
        expect([params, response.status, response.json.error?.code]).toEqual([params, 200, -32602]);
        expect(response.json.error.message).toMatch(/^(name|arguments) must be a/);
      }
    });

    it('returns short, specific errors for hostile arguments', async () => {
      const responses = [
        await callTool(client, key, 'create_feedback', { title: 'x', ['n'.repeat(500_000)]: 1 }),
        await callTool(client, key, 'get_feedback', { id: 'x'.repeat(900_000) }),
        await callTool(client, key, 'list_feedback', { cursor: '../../etc/passwd', q: "' OR 1=1 --" }),
        await callTool(client, key, 'list_feedback', { constructor: { prototype: 1 } }),
        await callTool(client, key, 'batch_update_feedback', { updates: Array(101).fill({ id: 'x' }) }),
        await oldRpc(client, 'tools/call', {
          key,
          params: { name: 'get_feedback', arguments: { id: '\ud800' } },
        }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200, 200]);
      const texts = responses.filter(({ status }) => status === 200).map(textOf);
      expect(texts).toEqual([
        `validation_error: Unknown field: ${'n'.repeat(64)} (allowed: title, description, submitter_email, ` +
          'status, tags, idempotency_key)',
        'not_found_error: Feedback item not found',
        'validation_error: Invalid query parameter: cursor must be the next_cursor of the same list',
        'validation_error: Too many items: updates (maximum 100)',
        'validation_error: Field contains invalid characters: id (U+D800)',
      ]);
      expect((await callTool(client, key, 'list_feedback')).json.result.isError).toBeFalsy();
    });

    it('is rejected if it is nested too deeply or has too many values', async () => {
      const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      const called = (title: string) =>
        post(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_feedback","arguments":{"title":${title}}}}`,
        );
      expect(textOf(await called(nested(29)))).toBe('validation_error: Field must be a string: title');
      for (const title of [nested(30), nested(100_000), `[${'1,'.repeat(80_000)}1]`]) {
        expect(failure(await called(title))).toEqual([400, -32600, null]);
      }
    });

    it('gets a valid response for any generated message, never a 5xx status', async () => {
      const some = fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(undefined, ENVELOPE, REVISION, 1, 'x'),
      );
      const params = fc.record(
        {
          name: fc.oneof(fc.constantFrom('list_feedback', 'get_feedback', 'batch_update_feedback'), some),
          arguments: fc.oneof(
            fc.dictionary(fc.constantFrom('id', 'q', 'limit', 'cursor', 'updates'), some),
            some,
          ),
          _meta: fc.oneof(fc.constantFrom(ENVELOPE), some),
          cursor: some,
          protocolVersion: some,
          requestState: some,
          inputResponses: some,
          task: some,
        },
        { requiredKeys: [] },
      );
      const methods = [
        'tools/call',
        'tools/list',
        'initialize',
        'server/discover',
        'ping',
        'subscriptions/listen',
      ];
      const message = fc.record(
        {
          jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
          id: fc.constantFrom(1, 'a', null, 1.5, {}),
          method: fc.constantFrom(...methods, 'notifications/cancelled', 'logging/setLevel', 5),
          params: fc.oneof(params, some),
          result: some,
          error: some,
        },
        { requiredKeys: [] },
      );
      const headers = fc.record(
        {
          'mcp-protocol-version': fc.constantFrom(REVISION, '2025-11-25', 'x'),
          'mcp-method': fc.constantFrom(...methods),
          'mcp-name': fc.constantFrom('list_feedback', 'get_feedback', '=?base64?x?='),
        },
        { requiredKeys: [] },
      );
      const body = fc.oneof(message, message, fc.array(message, { maxLength: 3 }));
      const log = jest.spyOn(console, 'warn').mockImplementation();
      await fc.assert(
        fc.asyncProperty(body, headers, async (sent, beside) => {
          const { status, json, text } = await post(JSON.stringify(sent), beside);
          expect([200, 202, 400, 404]).toContain(status);
          if (status === 202) expect(text).toBe('');
          else for (const one of [json].flat()) expect(one.jsonrpc).toBe('2.0');
        }),
        { numRuns: 400 },
      );
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
    });

    it('does not find items of another account', async () => {
      const other = await service.account();
      const created = await callTool(client, other.key, 'create_feedback', { title: 'Theirs' });
      const { id } = created.json.result.structuredContent.item;
      for (const [name, args] of [
        ['get_feedback', { id }],
        ['update_feedback', { id, title: 'Ours' }],
        ['delete_feedback', { id }],
        ['batch_update_feedback', { updates: [{ id, title: 'Ours' }] }],
      ] as const) {
        const text = textOf(await callTool(client, key, name, args));
        expect([name, text.split('\n')[0]]).toEqual([name, 'not_found_error: Feedback item not found']);
      }
      const { json } = await callTool(client, other.key, 'get_feedback', { id });
      expect(json.result.structuredContent.item.title).toBe('Theirs');
    });

    it('runs once per idempotency_key, and a REST request with the same key returns 422', async () => {
      const once = { title: 'Once', idempotency_key: 'agent-1' };
      const [first, second] = [
        await callTool(client, key, 'create_feedback', once),
        await callTool(client, key, 'create_feedback', once),
      ];
      expect(second.json.result.structuredContent).toEqual(first.json.result.structuredContent);
      const otherwise = await callTool(client, key, 'create_feedback', { ...once, title: 'Twice' });
      expect(textOf(otherwise)).toBe(
        'idempotency_error: Idempotency-Key was already used with a different request',
      );
      const rest = await client.call('POST', '/api/v1/feedback', {
        key,
        body: { title: 'Once' },
        headers: { 'idempotency-key': 'agent-1' },
      });
      expect(rest.status).toBe(422);
    });

    it('creates one item when sent concurrently with the same idempotency_key', async () => {
      const once = { title: 'At once', idempotency_key: 'agent-2' };
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => callTool(client, key, 'create_feedback', once)),
      );
      const ids = responses.flatMap(({ json }) => json.result.structuredContent?.item.id ?? []);
      expect(new Set(ids).size).toBe(1);
      for (const response of responses.filter(({ json }) => json.result.isError)) {
        expect(textOf(response)).toBe(
          'conflict_error: A request with this Idempotency-Key is still in progress',
        );
      }
    });

    it('hides the message of an unexpected error, and reports an outage as temporary', async () => {
      const feedback = service.get(FeedbackUseCases);
      const read = jest.spyOn(feedback, 'read');
      read.mockRejectedValueOnce(new Error('relation "feedback" does not exist'));
      expect(textOf(await callTool(client, key, 'get_feedback', { id: 'x' }))).toBe(
        'api_error: An unexpected error occurred',
      );
      read.mockRejectedValueOnce(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
      expect(textOf(await callTool(client, key, 'get_feedback', { id: 'x' }))).toBe(
        'api_error: The service is temporarily unavailable',
      );
      read.mockRestore();
    });
  });
});
