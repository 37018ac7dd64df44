import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ImportFile, ImportFormat } from '@libs/api-client';
import { CliError, EXIT } from '../exit-codes';
import { systemErrorText } from '../export/atomic-file';
import { decode } from './decode';

/** Called with the bytes sent and the total size; null if the size is unknown. */
export type UploadProgress = (sent: number, size: number | null) => void;

/**
 * Opens a file for upload, converted to UTF-8 if it has another encoding. A regular file can be sent again after a
 * retryable error; a named pipe cannot.
 * @throws CliError
 */
export async function openWithProgress(
  name: string,
  encoding: string | undefined,
  onProgress: UploadProgress,
): Promise<ImportFile> {
  try {
    const handle = await open(name, 'r');
    const stats = await handle.stat();
    if (!stats.isFile() && !stats.isDirectory()) {
      const source = handle.createReadStream();
      return streamWithProgress(encoding ? decode(source, encoding, name) : source, onProgress);
    }
    await handle.close();
    if (stats.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    const blob = await openAsBlob(name);
    return blobWithProgress(
      encoding ? await toBlob(decode(blob.stream(), encoding, name)) : blob,
      onProgress,
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`Cannot read ${name}: ${systemErrorText(error)}`, EXIT.failure);
  }
}

async function toBlob(source: AsyncIterable<string>): Promise<Blob> {
  const parts: string[] = [];
  for await (const part of source) parts.push(part);
  return new Blob(parts);
}

/** Counts the bytes sent. Each attempt calls `stream` again and starts from zero. */
function blobWithProgress(blob: Blob, onProgress: UploadProgress): Blob {
  const stream = () => {
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length;
        onProgress(sent, blob.size);
        controller.enqueue(chunk);
      },
    });
    return Blob.prototype.stream.call(blob).pipeThrough(counter);
  };
  return Object.defineProperty(blob, 'stream', { value: stream });
}

export async function* streamWithProgress(
  source: AsyncIterable<Uint8Array | string>,
  onProgress: UploadProgress,
): AsyncGenerator<Uint8Array | string, void, void> {
  let sent = 0;
  for await (const chunk of source) {
    sent += Buffer.byteLength(chunk);
    onProgress(sent, null);
    yield chunk;
  }
}

const LEADING_BLANKS_AND_BOM = /^[\s\ufeff]+/;

/** NDJSON rows start with a brace; column names don't. For empty input, the service reports the error. */
export async function detectFormat(
  source: AsyncIterable<Uint8Array | string>,
): Promise<{ format: ImportFormat; source: AsyncIterable<Uint8Array | string> }> {
  const chunks = source[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const chunksRead: (Uint8Array | string)[] = [];
  let firstText = '';
  for (let next; firstText === '' && !(next = await chunks.next()).done;) {
    chunksRead.push(next.value);
    const text = typeof next.value === 'string' ? next.value : decoder.decode(next.value, { stream: true });
    firstText = text.replace(LEADING_BLANKS_AND_BOM, '');
  }
  const allChunks = async function* () {
    yield* chunksRead;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { format: firstText === '' || firstText.startsWith('{') ? 'ndjson' : 'csv', source: allChunks() };
}
