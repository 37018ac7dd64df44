import { once } from 'node:events';
import { McpProcess, type ProcessExit } from './support/mcp-process';
import { jsonResponse, FakeService, errorResponse } from './support/fake-service';

const KEY = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
const EMPTY = { data: [], pagination: { has_more: false, next_cursor: null } };
const DONE: ProcessExit = { code: 0, signal: null };

let service: FakeService;
let running: McpProcess | undefined;
const PENDING_ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
/** State of the request for `PENDING_ID`, which gets a response only from `respond`. */
let pendingRequest: { received: Promise<void>; aborted: Promise<void>; respond: () => void };

beforeEach(async () => {
  let resolveReceived!: () => void;
  let resolveAborted!: () => void;
  pendingRequest = {
    received: new Promise((done) => (resolveReceived = done)),
    aborted: new Promise((done) => (resolveAborted = done)),
    respond: () => {},
  };
  service = await FakeService.start({
    '/key': jsonResponse({ data: { permission: 'full' } }),
    '/feedback': jsonResponse(EMPTY),
    [`/feedback/${PENDING_ID}`]: (request, response) => {
      pendingRequest.respond = () => jsonResponse({ data: { id: PENDING_ID } })(request, response);
      resolveReceived();
      response.on('close', resolveAborted);
    },
  });
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
  running = undefined;
  await service.stop();
});

const start = (env: Record<string, string> = {}) =>
  (running = new McpProcess({ FEEDBACK_URL: service.url, FEEDBACK_API_KEY: KEY, ...env }));
const list = { name: 'list_feedback', arguments: {} };
const pendingCall = { name: 'get_feedback', arguments: { id: PENDING_ID } };

describe('the input of feedback mcp', () => {
  it('can contain invalid messages, whose content is not logged', async () => {
    const mcp = start();
    for (const line of [
      'hello secret',
      '{"secret"',
      '[]',
      '42',
      'null',
      '',
      '\t',
      '{"jsonrpc":"2.0","secret":1}',
    ])
      mcp.write(`${line}\n`);
    await mcp.initialize();
    mcp.write('{"jsonrpc":"1.0","id":7,"method":"secret"}\n');
    expect((await mcp.request('tools/call', list)).result).toMatchObject({
      structuredContent: { items: [] },
    });
    expect(mcp.messages).toHaveLength(2);
    expect(mcp.log).toMatch(/^feedback mcp: Invalid protocol message in the input\n/);
    expect(mcp.log).not.toContain('secret');
  });

  it('can use CRLF and arrive in chunks that split a character', async () => {
    const mcp = await start().initialize();
    const q = 'Wärme \u{1f319}';
    const call = { jsonrpc: '2.0', id: 99, method: 'tools/call', params: { ...list, arguments: { q } } };
    const bytes = Buffer.from(`${JSON.stringify(call)}\r\n`);
    const cut = bytes.indexOf(0x9f);
    // The response to the ping shows that the first chunk was read separately.
    const ping = Buffer.from('{"jsonrpc":"2.0","id":98,"method":"ping"}\n');
    mcp.write(Buffer.concat([ping, bytes.subarray(0, cut)]));
    await mcp.waitForResponse(98);
    mcp.write(bytes.subarray(cut));
    expect((await mcp.waitForResponse(99)).result).toMatchObject({ structuredContent: { items: [] } });
    expect(new URLSearchParams(service.requests.at(-1)!.split('?')[1]).get('q')).toBe(q);
  });

  it('can contain a message of five million characters', async () => {
    const mcp = await start().initialize();
    const { result } = await mcp.request('tools/call', {
      name: 'create_feedback',
      arguments: { title: 'x'.repeat(5_000_000) },
    });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'validation_error: Field is too long: title (maximum 200 characters)' }],
    });
  });

  it('closes the connection with an error if a message is too long', async () => {
    const mcp = await start().initialize();
    mcp.write('x'.repeat(11_000_000));
    expect(await mcp.exited).toEqual({ code: 1, signal: null });
    expect(mcp.log).toMatch(/^Error: Connection closed: .*10485760 bytes$/m);
  });
});

describe('feedback mcp exits', () => {
  it('when the input ends, before the first message or within a line', async () => {
    const silent = start();
    silent.child.stdin.end();
    expect(await silent.exited).toEqual(DONE);
    const mcp = await start().initialize();
    mcp.child.stdin.end('{"jsonrpc":"2.0","id":9,"method":"tools/li');
    expect(await mcp.exited).toEqual(DONE);
    expect([mcp.messages.length, mcp.log]).toEqual([1, '']);
  });

  it('when the input ends during a call, after sending its response', async () => {
    const mcp = await start().initialize();
    const id = mcp.send('tools/call', pendingCall);
    await pendingRequest.received;
    mcp.child.stdin.end();
    pendingRequest.respond();
    expect(await mcp.exited).toEqual(DONE);
    expect((await mcp.waitForResponse(id)).result).toMatchObject({
      structuredContent: { item: { id: PENDING_ID } },
    });
  });

  const endings: [string, (mcp: McpProcess) => void][] = [
    ['it receives SIGTERM', (mcp) => void mcp.child.kill('SIGTERM')],
    ['it receives SIGINT', (mcp) => void mcp.child.kill('SIGINT')],
    ['the reader closes standard output', (mcp) => (mcp.child.stdout.destroy(), void mcp.send('tools/list'))],
  ];
  it.each(endings)('when %s during a call, which it aborts', async (_, end) => {
    const mcp = await start().initialize();
    const id = mcp.send('tools/call', pendingCall);
    await pendingRequest.received;
    end(mcp);
    await pendingRequest.aborted;
    expect(await mcp.exited).toEqual(DONE);
    // After a timeout, the program would repeat the request, and then respond to the call.
    expect(service.requests.filter((request) => request.endsWith(PENDING_ID))).toHaveLength(1);
    expect(mcp.messages.map((message) => message.id)).not.toContain(id);
    expect(mcp.log).not.toContain(KEY);
  });
});

describe('the key of feedback mcp', () => {
  it('is reported as missing before any protocol message', async () => {
    const mcp = start({ FEEDBACK_API_KEY: '' });
    mcp.send('ping');
    expect(await mcp.exited).toEqual({ code: 3, signal: null });
    expect(mcp.messages).toEqual([]);
    expect(mcp.log).toContain('No API key is configured');
  });

  it.each([
    [401, 'authentication_error', 'API key has been revoked'],
    [403, 'permission_error', 'This API key is not allowed to do this (permission: submit)'],
  ])('ends the process with an error in the log if it is rejected with %i', async (status, type, message) => {
    await service.stop();
    service = await FakeService.start({ '/key': errorResponse(status, type, message) });
    const mcp = await start().initialize();
    mcp.send('tools/list');
    expect(await mcp.exited).toEqual({ code: 3, signal: null });
    expect(mcp.log).toContain(`Error: ${message}\n`);
    expect(mcp.log).not.toContain(KEY);
  });

  it('is checked once, and not by a handshake', async () => {
    const mcp = await start().initialize();
    await mcp.request('ping');
    expect(service.requests).toEqual([]);
    await Promise.all([
      mcp.request('tools/list'),
      mcp.request('tools/call', list),
      mcp.request('tools/list'),
    ]);
    expect(service.requests).toEqual(['GET /key', 'GET /feedback']);
  });
});

it('reconnects to a service that becomes available again', async () => {
  const { url } = service;
  await service.stop();
  const mcp = await start({ FEEDBACK_URL: url }).initialize();
  const { result } = await mcp.request('tools/list');
  expect(result!['tools']).toHaveLength(10);
  service = await FakeService.start({ '/feedback': jsonResponse(EMPTY) }, Number(new URL(url).port));
  expect((await mcp.request('tools/call', list)).result).toMatchObject({ structuredContent: { items: [] } });
  mcp.child.stdin.end();
  await once(mcp.child, 'close');
});
