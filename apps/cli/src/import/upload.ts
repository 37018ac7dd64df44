import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ImportFile, ImportFormat } from '@libs/api-client';
import { CliError, EXIT } from '../exit-codes';
import { reasonOf } from '../export/atomic-file';

/** Told how many bytes have left, and of how many; null where that is not known. */
export type Counting = (sent: number, size: number | null) => void;

/**
 * A plain file can be sent again when the service asks for that; a pipe, which has a name but no length, cannot.
 * @throws CliError
 */
export async function countedFile(name: string, count: Counting): Promise<ImportFile> {
  try {
    const handle = await open(name, 'r');
    const about = await handle.stat();
    if (!about.isFile() && !about.isDirectory()) return countedStream(handle.createReadStream(), count);
    await handle.close();
    if (about.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    return counted(await openAsBlob(name), count);
  } catch (error) {
    throw new CliError(`Cannot read ${name}: ${reasonOf(error)}`, EXIT.failure);
  }
}

/** What sends it asks the blob for its stream, each time from the beginning. */
function counted(blob: Blob, count: Counting): Blob {
  const stream = () => {
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length;
        count(sent, blob.size);
        controller.enqueue(chunk);
      },
    });
    return Blob.prototype.stream.call(blob).pipeThrough(counter);
  };
  return Object.defineProperty(blob, 'stream', { value: stream });
}

export async function* countedStream(
  source: AsyncIterable<Uint8Array | string>,
  count: Counting,
): AsyncGenerator<Uint8Array | string, void, void> {
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    count(sent, null);
    yield chunk;
  }
}

const BLANKS_AND_MARK = /^[\s\ufeff]+/;

/** A row of NDJSON begins with a brace, and no name of a column does; what is empty is for the service to refuse. */
export async function formatOf(
  source: AsyncIterable<Uint8Array | string>,
): Promise<{ format: ImportFormat; source: AsyncIterable<Uint8Array | string> }> {
  const chunks = source[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const read: (Uint8Array | string)[] = [];
  let begins = '';
  for (let next; begins === '' && !(next = await chunks.next()).done;) {
    read.push(next.value);
    const text = typeof next.value === 'string' ? next.value : decoder.decode(next.value, { stream: true });
    begins = text.replace(BLANKS_AND_MARK, '');
  }
  const all = async function* () {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { format: begins === '' || begins.startsWith('{') ? 'ndjson' : 'csv', source: all() };
}
