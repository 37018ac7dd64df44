import { readResponse, displayText, SHOWN_BYTES_MAX } from './response';

const clock = { now: () => 1042, date: () => new Date('2026-03-03T10:00:00Z') };
const read = (body: BodyInit | null, headers: Record<string, string> = {}, status = 200) =>
  readResponse(new Response(body, { status, headers }), 1000, clock);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const FILE = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'content-disposition': 'attachment; filename="feedback-20260303T100000Z.ndjson"',
};

/** A stream of equal pieces that records how many were pulled and whether it was canceled. */
function stream(count: number, chunk: Uint8Array<ArrayBuffer>) {
  const seen = { pulled: 0, cancelled: false };
  const body = new ReadableStream({
    pull(controller) {
      if (seen.pulled++ < count) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: () => void (seen.cancelled = true),
  });
  return { body, seen };
}

describe('readResponse', () => {
  it('returns status, duration, size, and rate limit', async () => {
    const result = await read('{"data":1}', {
      ...JSON_TYPE,
      ratelimit: '"hour";r=87;t=3120, "minute";r=8;t=41',
      'ratelimit-policy': '"hour";q=100;w=3600, "minute";q=10;w=60',
    });
    expect(result).toMatchObject({
      status: 200,
      milliseconds: 42,
      bytes: 10,
      isTruncated: false,
      fileName: null,
    });
    expect(result.contentType).toBe('application/json');
    expect(result.rateLimit?.windows.map(({ name, remaining, limit }) => [name, remaining, limit])).toEqual([
      ['hour', 87, 100],
      ['minute', 8, 10],
    ]);
    expect(displayText(result)).toBe('{\n  "data": 1\n}');
  });

  it('accepts a response without a body and rate limit', async () => {
    const result = await read(null, {}, 204);
    expect(result).toMatchObject({ text: '', bytes: 0, rateLimit: null, retryAfterSeconds: null });
    expect(displayText(result)).toBe('');
  });

  it('reads Retry-After in seconds and ignores other values', async () => {
    expect((await read('', { 'retry-after': '29' }, 429)).retryAfterSeconds).toBe(29);
    expect((await read('', { 'retry-after': 'soon' }, 429)).retryAfterSeconds).toBeNull();
  });

  it('shows malformed JSON unchanged', async () => {
    expect(displayText(await read('{', JSON_TYPE))).toBe('{');
  });
});

describe('readResponse of a file', () => {
  it('reads a short file completely', async () => {
    const result = await read('{"id":1}\n', FILE);
    expect(result).toMatchObject({
      isTruncated: false,
      fileName: 'feedback-20260303T100000Z.ndjson',
      bytes: 9,
    });
    expect(displayText(result)).toBe('{"id":1}\n');
  });

  it('truncates a long file between characters and cancels the rest', async () => {
    const { body, seen } = stream(1000, new TextEncoder().encode('€'.repeat(1000)));
    const result = await read(body, FILE);
    expect(result).toMatchObject({ isTruncated: true, bytes: SHOWN_BYTES_MAX });
    expect(result.text).toBe('€'.repeat(Math.floor(SHOWN_BYTES_MAX / 3)));
    expect(seen.cancelled).toBe(true);
    expect(seen.pulled).toBeLessThan(50);
  });

  it('ignores a file name with a path', async () => {
    const named = (name: string) =>
      read('', { ...FILE, 'content-disposition': `attachment; filename=${name}` });
    expect((await named('"../x"')).fileName).toBe('response');
  });
});
