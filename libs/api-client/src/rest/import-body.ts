import { toStream } from './streams';
import type { RetryPolicy, RequestBody } from './transport';
import type { ImportFile, ImportRows } from './types';

export interface ImportBody {
  readonly body: RequestBody;
  readonly retry: RetryPolicy;
  /** Receives the error of the source, which a network error would hide. */
  readonly sourceError?: { error?: unknown };
}

const CONTENT_TYPES = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export const contentTypeOf = (format: keyof typeof CONTENT_TYPES): string => CONTENT_TYPES[format];

/** Approximate characters per chunk, small enough for memory. */
const CHUNK_LENGTH = 65_536;

/**
 * Creates a body from rows. Rows of a generator can be read only once. If they are streamed, the request is never
 * retried.
 */
export async function importBodyFromRows(rows: ImportRows, streamsRequests: boolean): Promise<ImportBody> {
  const isSingleUse = Symbol.asyncIterator in rows || rows[Symbol.iterator]() === (rows as unknown);
  if (isSingleUse) return importBodyFromFile(toLines(rows), streamsRequests);
  const allHaveIds = [...rows].every((row) => (row.external_id ?? row.id ?? null) !== null);
  // A row with an ID creates no duplicate when it is sent again.
  const retry = allHaveIds ? 'after any failure' : 'unless it may have been processed';
  return { body: await readBlob(toLines(rows)), retry };
}

/**
 * Creates a body from a file. A streamed source is never retried. Other bodies can be retried unless the request may
 * have been processed.
 */
export async function importBodyFromFile(file: ImportFile, streamsRequests: boolean): Promise<ImportBody> {
  const retry = 'unless it may have been processed';
  if (typeof file === 'string' || file instanceof Blob || ArrayBuffer.isView(file))
    return { body: file, retry };
  if (!streamsRequests) return { body: await readBlob(file), retry };
  if (file instanceof ReadableStream) return { body: file, retry: 'never' };
  const sourceError: { error?: unknown } = {};
  return { body: toStream(toBytes(file), sourceError), retry: 'never', sourceError };
}

function readBlob(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>): Promise<Blob> {
  return new Response(source instanceof ReadableStream ? source : toStream(toBytes(source))).blob();
}

async function* toBytes(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const chunk of source) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

async function* toLines(rows: ImportRows): AsyncGenerator<string, void, void> {
  let chunk = '';
  for await (const row of rows) {
    chunk += `${JSON.stringify(row)}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
