import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Upload, UploadTimeouts } from './upload';

describe('Upload', () => {
  const timeouts = { ...new UploadTimeouts(), stallMs: 1_000, totalMs: 60_000, minBytesPerSecond: 10 };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Sends `size` bytes every `everyMs`, `count` times. Returns the bytes received, or the error code. */
  async function receive(size: number, everyMs: number, count: number) {
    const body = new PassThrough();
    const request = Object.assign(body, { headers: {}, socket: body }) as unknown as IncomingMessage;
    const upload = new Upload(request, timeouts);
    let received = 0;
    const outcome = (async () => {
      for await (const chunk of upload.bytes(new AbortController().signal)) received += chunk.length;
      return received;
    })().catch(({ code }: { code: string }) => code);
    for (let i = 0; i < count; i++) {
      body.write('x'.repeat(size));
      await setImmediate();
      jest.advanceTimersByTime(everyMs);
      await setImmediate();
    }
    body.end();
    return outcome;
  }

  it.each([
    ['arrives quickly', 100, 10, 10, 1_000],
    ['is slow but steady', 20, 999, 60, 1_200],
    ['stalls', 1_000, 1_000, 1, 'upload_too_slow'],
    ['never stalls but takes too long', 100, 900, 70, 'upload_too_slow'],
    ['is too slow on average', 8, 900, 10, 'upload_too_slow'],
  ])('receives or rejects a file that %s', async (_, size, everyMs, count, expected) => {
    expect(await receive(size, everyMs, count)).toBe(expected);
  });
});
