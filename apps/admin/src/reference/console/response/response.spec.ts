import { readResponse, displayText, SHOWN_BYTES_MAX } from './response';

const clock = { now: () => 1042, date: () => new Date('2026-03-03T10:00:00Z') };
const read = (body: BodyInit | null, headers: Record<string, string> = {}, status = 200) =>
  readResponse(new Response(body, { status, headers }), 1000, clock);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const FILE = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'content-disposition': 'attachment; filename="feedback-20260303T100000Z.ndjson"',
};

/** So many bytes in pieces, and whether anybody has taken the last of them. */
function stream(pieces: number, piece: Uint8Array<ArrayBuffer>) {
  const seen = { pulled: 0, cancelled: false };
  const body = new ReadableStream({
    pull(controller) {
      if (seen.pulled++ < pieces) controller.enqueue(piece);
      else controller.close();
    },
    cancel: () => void (seen.cancelled = true),
  });
  return { body, seen };
}

describe('an answer', () => {
  it('is status, time, size and what is left', async () => {
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

  it('may be without a body, without limits', async () => {
    const result = await read(null, {}, 204);
    expect(result).toMatchObject({ text: '', bytes: 0, rateLimit: null, retryAfterSeconds: null });
    expect(displayText(result)).toBe('');
  });

  it('says when to come again', async () => {
    expect((await read('', { 'retry-after': '29' }, 429)).retryAfterSeconds).toBe(29);
    expect((await read('', { 'retry-after': 'soon' }, 429)).retryAfterSeconds).toBeNull();
  });

  it('is shown as it came where it is not what it says', async () => {
    expect(displayText(await read('{', JSON_TYPE))).toBe('{');
  });
});

describe('a file', () => {
  it('is whole when it is short', async () => {
    const result = await read('{"id":1}\n', FILE);
    expect(result).toMatchObject({
      isTruncated: false,
      fileName: 'feedback-20260303T100000Z.ndjson',
      bytes: 9,
    });
    expect(displayText(result)).toBe('{"id":1}\n');
  });

  it('is cut when it is long, between characters, and the service is told to stop', async () => {
    const { body, seen } = stream(1000, new TextEncoder().encode('€'.repeat(1000)));
    const result = await read(body, FILE);
    expect(result).toMatchObject({ isTruncated: true, bytes: SHOWN_BYTES_MAX });
    expect(result.text).toBe('€'.repeat(Math.floor(SHOWN_BYTES_MAX / 3)));
    expect(seen.cancelled).toBe(true);
    expect(seen.pulled).toBeLessThan(50);
  });

  it('may take names from nowhere else', async () => {
    const named = (name: string) =>
      read('', { ...FILE, 'content-disposition': `attachment; filename=${name}` });
    expect((await named('"../x"')).fileName).toBe('answer');
  });
});
