import { PassThrough } from 'node:stream';
import { createFeedbackClient } from '@libs/api-client';
import { jsonResponse, API_KEY, ScriptedService, type Step } from '@libs/api-client/testing';
import fc from 'fast-check';
import { serveTools } from './serve-tools';

const PAGE = { data: [], pagination: { has_more: false, next_cursor: null } };
const page = () => new Response(JSON.stringify(PAGE));

/** Runs a connection whose input ends when `isOver` returns true for the output. */
async function runConversation(chunks: Iterable<Buffer>, isOver: (output: string) => boolean) {
  const { fetch } = new ScriptedService(({ path }) =>
    jsonResponse(path === '/key' ? { data: { permission: 'full' } } : PAGE)({} as never),
  );
  const client = createFeedbackClient({ baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let output = '';
  stdout.on('data', (chunk) => {
    output += String(chunk);
    if (isOver(output)) stdin.end();
  });
  const log: string[] = [];
  const served = serveTools({
    client,
    stdin,
    stdout,
    signal: new AbortController().signal,
    version: '1.0.0',
    log: (line) => void log.push(line),
  });
  for (const chunk of chunks) {
    stdin.write(chunk);
    await new Promise(setImmediate);
  }
  await served;
  stdout.end();
  const lines = output.split('\n').slice(0, -1);
  return { messages: lines.map((line) => JSON.parse(line) as { id?: unknown; result?: unknown }), log };
}

interface EndOptions {
  readonly drainMs?: number;
  /** When the input ends; right after the messages if not given. */
  readonly after?: Promise<void>;
}

/** Runs a connection whose input ends after these messages. The service responds as `respond` does. */
async function runUntilInputEnds(
  messages: readonly object[],
  respond: Step,
  { drainMs, after }: EndOptions = {},
) {
  const { fetch } = new ScriptedService((request) =>
    request.path === '/key' ? jsonResponse({ data: { permission: 'full' } })(request) : respond(request),
  );
  const client = createFeedbackClient({ baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const served = serveTools({ client, stdin, stdout, signal, version: '1.0.0', drainMs, log: () => {} });
  stdin.write(messages.map(line).join(''));
  await after;
  stdin.end();
  await served;
  stdout.end();
  let output = '';
  for await (const chunk of stdout) output += String(chunk);
  return output
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text) as { id: unknown; result?: object });
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const INITIALIZE = line({ id: 1, method: 'initialize', params: CLIENT });
const PING = line({ id: 'last', method: 'ping' });
const hasLastResponse = (output: string) => output.includes('"id":"last"');

it('returns the same responses for any split of the input', async () => {
  const call = { name: 'list_feedback', arguments: { q: 'Wärme \u{1f319}' } };
  const bytes = Buffer.from(
    INITIALIZE + line({ id: 2, method: 'tools/list' }) + line({ id: 3, method: 'tools/call', params: call }),
  );
  const isOver = (output: string) => [1, 2, 3].every((id) => output.includes(`"id":${id}`));
  const expected = await runConversation([bytes], isOver);
  expect(expected.messages).toHaveLength(3);
  const byId = (messages: readonly { id?: unknown }[]) =>
    messages.toSorted((one, other) => Number(one.id) - Number(other.id));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
      const { messages, log } = await runConversation(chunks, isOver);
      expect([byId(messages), log]).toEqual([byId(expected.messages), []]);
    }),
    { numRuns: 50 },
  );
});

it('responds to the line after any invalid line and logs nothing of its content', async () => {
  const secret = 'zxcv';
  const garbage = fc.oneof(
    fc.string().map((any) => secret + any),
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((json) => `{"${secret}":${json}}`),
    fc.json(),
    fc
      .record(
        {
          jsonrpc: fc.constantFrom('2.0', '1.0', 2),
          id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
          method: fc.oneof(fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping'), fc.string()),
          params: fc.oneof(fc.constant({ name: secret, requestId: secret }), fc.jsonValue()),
          result: fc.oneof(fc.constant({ [secret]: secret }), fc.jsonValue()),
          [secret]: fc.string(),
        },
        { requiredKeys: ['jsonrpc'] },
      )
      .map((message) => JSON.stringify(message)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(garbage, { maxLength: 20 }), async (lines) => {
      const chunks = lines.map((one) => Buffer.concat([oneLine(Buffer.from(one)), Buffer.from('\n')]));
      const { messages, log } = await runConversation(
        [Buffer.from(INITIALIZE), ...chunks, Buffer.from(PING)],
        hasLastResponse,
      );
      expect(messages.find(({ id }) => id === 'last')).toMatchObject({ result: {} });
      expect(log.join('\n')).not.toContain(secret);
      expect(log.filter((output) => output.includes('\n'))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const oneLine = (bytes: Buffer) => bytes.filter((byte) => byte !== 0x0a);

describe('pending requests when the input ends', () => {
  const list = (id: number) => ({
    id,
    method: 'tools/call',
    params: { name: 'list_feedback', arguments: {} },
  });
  const initialize = { id: 1, method: 'initialize', params: CLIENT };

  it('get their responses', async () => {
    const delayedResponse = () => new Promise<Response>((resolve) => setImmediate(() => resolve(page())));
    const responses = await runUntilInputEnds([initialize, list(2), list(3)], delayedResponse);
    expect(responses.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(responses[2]!.result).toMatchObject({ structuredContent: { items: [] } });
  });

  it('are aborted when they take too long', async () => {
    let resolveReceived!: () => void;
    let isAborted = false;
    const after = new Promise<void>((resolve) => (resolveReceived = resolve));
    const never: Step = ({ init: { signal } }) =>
      new Promise((_, reject) => {
        signal!.addEventListener('abort', () => {
          isAborted = true;
          reject(signal!.reason as Error);
        });
        resolveReceived();
      });
    const responses = await runUntilInputEnds([initialize, list(2)], never, { drainMs: 1, after });
    expect([responses.map(({ id }) => id), isAborted]).toEqual([[1], true]);
  });

  it('are not waited for once they are canceled', async () => {
    const cancel = { method: 'notifications/cancelled', params: { requestId: 2 } };
    const responses = await runUntilInputEnds([initialize, list(2), cancel], () => new Promise(() => {}));
    expect(responses.map(({ id }) => id)).toEqual([1]);
  });
});
