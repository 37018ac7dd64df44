import fc from 'fast-check';
import {
  jsonResponse,
  API_KEY,
  networkFailure,
  errorResponse,
  ScriptedService,
  FakePlatform,
  type Step,
} from '../../testing/scripted-service';
import { FeedbackClient } from './client';
import { FeedbackNetworkError } from './errors';
import type { ImportFile } from './types';
import type { ImportRows } from './types';

function createClient(
  steps: Step[],
  { streamsRequests = true, signal = undefined as AbortSignal | undefined } = {},
) {
  const service = new ScriptedService(...steps);
  const platform = new FakePlatform();
  platform.streamsRequests = streamsRequests;
  const { fetch } = service;
  const baseUrl = 'https://feedback.example.com';
  return {
    service,
    platform,
    client: new FeedbackClient({ baseUrl, apiKey: API_KEY, fetch, signal }, platform),
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** A response body in these chunks, and whether it was canceled. */
function bodyOf(
  chunks: Iterable<Uint8Array>,
  end: 'whole' | 'broken' | 'open' = 'whole',
  type = 'application/x-ndjson; charset=utf-8',
) {
  const state = { isCancelled: false };
  const source = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = source.next();
      if (!done) controller.enqueue(value);
      else if (end === 'whole') controller.close();
      else if (end === 'broken') controller.error(new TypeError('terminated'));
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { state, step: () => new Response(body, { headers: { 'content-type': type } }) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const item of items) seen.push(item);
  return seen;
}

describe('export', () => {
  it('requests NDJSON with the filter', async () => {
    const { service, client } = createClient([bodyOf([]).step]);
    expect(await all(client.export({ status: 'planned' }))).toEqual([]);
    expect(service.requests[0]!.path).toBe('/feedback/export?status=planned&format=ndjson');
  });

  it('yields every item for any split of the body', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title: fc.string({ unit: 'binary' }), n: fc.integer() })),
        fc.integer({ min: 1, max: 30 }),
        async (items, size) => {
          const expected = bytes(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(expected.length / size) }, (_, i) =>
            expected.slice(i * size, (i + 1) * size),
          );
          const { client } = createClient([bodyOf(chunks).step]);
          expect(await all<unknown>(client.export())).toEqual(items);
        },
      ),
    ));

  it('waits while another export is running', async () => {
    const busy = errorResponse(429, 'export_in_progress', { 'retry-after': '5' });
    const { service, client } = createClient([busy, bodyOf([bytes('{"id":"a"}\n')]).step]);
    expect(await all(client.export())).toEqual([{ id: 'a' }]);
    expect(service.requests).toHaveLength(2);
  });

  it('cancels the download when the loop is left early', async () => {
    const { state, step } = bodyOf([bytes('{"id":"a"}\n{"id":"b"}\n')], 'open');
    const { client } = createClient([step]);
    for await (const _ of client.export()) break;
    expect(state.isCancelled).toBe(true);
  });

  it.each([
    ['is interrupted between lines', bodyOf([bytes('{"id":"a"}\n')], 'broken').step, 'terminated'],
    ['ends within a line', bodyOf([bytes('{"id":"a"}\n{"id"')]).step, 'the last line is incomplete'],
    ['is not NDJSON', bodyOf([bytes('{"id":"a"}\n<h1>Hello</h1>\n')]).step, 'a line is not valid JSON'],
  ])('yields the received items and throws without a retry if the body %s', async (_, step, failure) => {
    const { service, client } = createClient([step]);
    const items = client.export();
    expect((await items.next()).value).toEqual({ id: 'a' });
    const error: unknown = await items.next().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FeedbackNetworkError);
    expect((error as Error).message).toContain(failure);
    expect(service.requests).toHaveLength(1);
  });

  it.each(['of the call', 'of the client'])('throws the reason of the signal %s', async (whose) => {
    const controller = new AbortController();
    const { signal } = controller;
    const step: Step = ({ init }) => {
      const { body } = bodyOf([bytes('{"id":"a"}\n')], 'open').step();
      const reader = body!.getReader();
      return new Response(
        new ReadableStream({
          start: (c) => init.signal!.addEventListener('abort', () => c.error(new TypeError('terminated'))),
          pull: async (c) => c.enqueue((await reader.read()).value),
        }),
        { headers: { 'content-type': 'application/x-ndjson' } },
      );
    };
    const { client } = createClient([step], whose === 'of the client' ? { signal } : {});
    const items = client.export({}, whose === 'of the call' ? { signal } : {});
    await items.next();
    const next = items.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('returns a file unchanged', async () => {
    const { service, client } = createClient([
      bodyOf([bytes('id,title\r\n')], 'whole', 'text/csv; header=present').step,
    ]);
    const file = await client.exportFile({ format: 'csv', bom: true, sort: 'title' });
    expect(await new Response(file).text()).toBe('id,title\r\n');
    expect(service.requests[0]!.path).toBe('/feedback/export?format=csv&bom=true&sort=title');
  });

  it.each(['text/html', 'application/json', ''])('rejects another media type: %p', async (type) => {
    const { state, step } = bodyOf([bytes('<h1>Welcome</h1>')], 'open', type);
    const { service, client } = createClient([step]);
    await expect(client.exportFile({ format: 'csv' })).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect([state.isCancelled, service.requests.length]).toEqual([true, 1]);
  });
});

describe('import', () => {
  const report = { data: { dry_run: false, rows: 1, created: 1, existing: 0, failed: 0, errors: [] } };
  const rows = [
    { title: 'Dark mode', external_id: 'old:1' },
    { title: 'Ünïcode 😀\n', external_id: 'old:2' },
  ];
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  async function* asyncRows(items: readonly { title: string }[]) {
    yield* items;
  }
  function* generated(items: readonly { title: string }[]) {
    yield* items;
  }

  it.each([
    ['rows', () => rows, true],
    ['rows of a generator', () => generated(rows), false],
    ['rows of an async generator', () => asyncRows(rows), false],
  ])('sends %s as NDJSON', async (_, toRows, isReiterable) => {
    for (const streamsRequests of [true, false]) {
      const { service, client } = createClient([jsonResponse(report)], { streamsRequests });
      expect(await client.import(toRows())).toEqual(report);
      const [{ path, text, headers, init }] = service.requests as [(typeof service.requests)[0]];
      expect([path, text]).toEqual(['/feedback/import', lines]);
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      expect(init).toMatchObject(
        streamsRequests && !isReiterable
          ? { duplex: 'half', body: expect.any(ReadableStream) }
          : { body: expect.any(Blob) },
      );
    }
  });

  async function* chunks() {
    yield 'title\n';
    yield bytes('Dark mode\n');
  }
  it.each([
    ['text', () => 'title\nDark mode\n'],
    ['bytes', () => bytes('title\nDark mode\n')],
    ['a Blob', () => new Blob(['title\nDark mode\n'])],
    ['a web stream', () => new Blob(['title\nDark mode\n']).stream()],
    ['chunks of an async generator', () => chunks()],
  ])('sends %s as a file', async (_, file) => {
    for (const streamsRequests of [true, false]) {
      const { service, client } = createClient([jsonResponse(report)], { streamsRequests });
      await client.import(file(), { format: 'csv', skipInvalid: true });
      const [{ path, text, headers }] = service.requests as [(typeof service.requests)[0]];
      expect([path, text]).toEqual(['/feedback/import?skip_invalid=true', 'title\nDark mode\n']);
      expect(headers.get('content-type')).toBe('text/csv');
    }
  });

  const busy = errorResponse(429, 'import_in_progress', { 'retry-after': '5' });
  const unnamed = [{ title: 'Dark mode' }, ...rows];
  const attempts = async (rowsOrFile: ImportRows | ImportFile, step: Step, options = {}, more = {}) => {
    const { service, platform, client } = createClient([step, jsonResponse(report)], more);
    await client.import(rowsOrFile as never, options as never).catch(() => {});
    expect(new Set(service.requests.map(({ text }) => text)).size).toBe(1);
    expect(platform.waits).toHaveLength(service.requests.length - 1);
    return service.requests.length;
  };

  it('retries complete rows and files after an error response', async () => {
    expect(await attempts(rows, busy)).toBe(2);
    expect(await attempts(unnamed, busy)).toBe(2);
    expect(await attempts('title\nDark mode\n', busy, { format: 'csv' })).toBe(2);
    expect(await attempts(asyncRows(rows), busy, {}, { streamsRequests: false })).toBe(2);
  });

  it('does not retry a streamed source', async () => {
    expect(await attempts(asyncRows(rows), busy)).toBe(1);
    expect(await attempts(generated(rows), busy)).toBe(1);
    expect(await attempts(new Blob(['title\n']).stream(), busy, { format: 'csv', dryRun: true })).toBe(1);
  });

  it('retries only dry runs, rows with IDs, and keyed imports after a lost response', async () => {
    expect(await attempts(rows, networkFailure())).toBe(2);
    expect(await attempts(unnamed, networkFailure())).toBe(1);
    expect(await attempts('title\nDark mode\n', networkFailure(), { format: 'csv' })).toBe(1);
    expect(await attempts(unnamed, networkFailure(), { dryRun: true })).toBe(2);
    expect(await attempts(unnamed, networkFailure(), { idempotencyKey: 'k' })).toBe(2);
    expect(await attempts(asyncRows(rows), networkFailure(), { idempotencyKey: 'k' })).toBe(1);
    expect(await attempts('title\nDark mode\n', networkFailure(), { format: 'csv', dryRun: true })).toBe(2);
  });

  it('throws the error of its source', async () => {
    const broken = new Error('disk full');
    async function* source() {
      yield rows[0]!;
      throw broken;
    }
    for (const streamsRequests of [true, false]) {
      const { client } = createClient([jsonResponse(report)], { streamsRequests });
      await expect(client.import(source())).rejects.toBe(broken);
    }
  });

  it('reads the source only as fast as the body is sent, and ends it when the body is canceled', async () => {
    let count = 0;
    let isEnded = false;
    async function* source() {
      try {
        for (; count < 20_000; count++) yield { title: `Item ${count}` };
      } finally {
        isEnded = true;
      }
    }
    const fetch = (async (_url: string, init: RequestInit) => {
      const reader = (init.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await new Promise((resolve) => setImmediate(resolve));
      await reader.cancel();
      return new Response('{"error":{"type":"validation_error","message":"No","code":"c"}}', { status: 400 });
    }) as typeof globalThis.fetch;
    const baseUrl = 'https://feedback.example.com';
    const client = new FeedbackClient({ baseUrl, apiKey: API_KEY, fetch }, new FakePlatform());
    await expect(client.import(source())).rejects.toMatchObject({ status: 400, code: 'c' });
    expect(isEnded).toBe(true);
    expect(count).toBeLessThan(5000);
  });
});
