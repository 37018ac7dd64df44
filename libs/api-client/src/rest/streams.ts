/** Yields the chunks of a body. Stopping early cancels the download. `toError` converts the error of the stream. */
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

/** Yields one value per NDJSON line. `toError` creates the error for an invalid or incomplete line. */
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
 * Streams a source with backpressure. Canceling the stream ends the source. Stores an error of the source in
 * `sourceError`, too.
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
