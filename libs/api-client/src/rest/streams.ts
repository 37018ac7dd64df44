/** A body as it comes. Leaving early cancels it, which ends the download; `fail` makes the error of one that broke. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  fail: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        isOver = true;
        throw fail(error);
      });
      if (done) isOver = true;
      if (value === undefined) return;
      yield value;
    }
  } finally {
    if (!isOver) await reader.cancel();
  }
}

/** One value per line of NDJSON, across chunks. `fail` as above, for a last line that is only a part. */
export async function* valuesOf<T>(
  chunks: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => Error,
): AsyncGenerator<T, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield valueOf<T>(line, fail);
  }
  if (rest !== '') throw fail(new Error('the last line is not whole'));
}

function valueOf<T>(line: string, fail: (error: unknown) => Error): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw fail(new Error('a line is not JSON'));
  }
}

/**
 * Makes a body while it is sent, as fast as it is taken; a body nobody wants any more ends its source. What the source
 * throws is also put into `broken`.
 */
export function streamOf(
  source: AsyncIterable<Uint8Array>,
  broken: { error?: unknown } = {},
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          broken.error = error;
          throw error;
        }
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
