/** A body as it comes. Leaving early cancels it, which ends the download; `toError` makes the error of one that broke. */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  toError: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  let isFinished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        isFinished = true;
        throw toError(error);
      });
      if (done) isFinished = true;
      if (value === undefined) return;
      yield value;
    }
  } finally {
    if (!isFinished) await reader.cancel();
  }
}

/** One value per line of NDJSON, across chunks. `toError` as above, for a last line that is only a part. */
export async function* parseLines<T>(
  chunks: AsyncIterable<Uint8Array>,
  toError: (error: unknown) => Error,
): AsyncGenerator<T, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield parseLine<T>(line, toError);
  }
  if (rest !== '') throw toError(new Error('the last line is incomplete'));
}

function parseLine<T>(line: string, toError: (error: unknown) => Error): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw toError(new Error('a line is not valid JSON'));
  }
}

/**
 * Makes a body while it is sent, as fast as it is taken; a body nobody wants any more ends its source. What the source
 * throws is also put into `sourceError`.
 */
export function toStream(
  source: AsyncIterable<Uint8Array>,
  sourceError: { error?: unknown } = {},
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
          sourceError.error = error;
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
