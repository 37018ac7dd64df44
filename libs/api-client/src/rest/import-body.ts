import { streamOf } from './streams';
import type { Repeat, RequestBody } from './transport';
import type { ImportFile, ImportRows } from './types';

export interface ImportBody {
  readonly body: RequestBody;
  readonly repeat: Repeat;
  /** Gets what its source threw, which a failure of the network would hide. */
  readonly broken?: { error?: unknown };
}

const CONTENT_TYPES = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export const contentTypeOf = (format: keyof typeof CONTENT_TYPES): string => CONTENT_TYPES[format];

/** Pieces of about this many characters: few enough, and none worth noticing in memory. */
const PIECE = 65_536;

/** Rows that can be gone through again make a body that can be sent again; a generator's do not. */
export async function bodyOfRows(rows: ImportRows, streamsRequests: boolean): Promise<ImportBody> {
  const isOnce = Symbol.asyncIterator in rows || rows[Symbol.iterator]() === (rows as unknown);
  if (isOnce) return bodyOfFile(linesOf(rows), streamsRequests);
  const isNamed = [...rows].every((row) => (row.external_id ?? row.id ?? null) !== null);
  // A row that says what it is called makes no twin, however often it comes.
  const repeat = isNamed ? 'after any failure' : 'while nothing can have happened';
  return { body: await blobOf(linesOf(rows)), repeat };
}

/** What is there as a whole can be sent again while nothing can have happened; what is read once cannot. */
export async function bodyOfFile(file: ImportFile, streamsRequests: boolean): Promise<ImportBody> {
  const repeat = 'while nothing can have happened';
  if (typeof file === 'string' || file instanceof Blob || ArrayBuffer.isView(file))
    return { body: file, repeat };
  if (!streamsRequests) return { body: await blobOf(file), repeat };
  if (file instanceof ReadableStream) return { body: file, repeat: 'never' };
  const broken: { error?: unknown } = {};
  return { body: streamOf(bytesOf(file), broken), repeat: 'never', broken };
}

function blobOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>): Promise<Blob> {
  return new Response(source instanceof ReadableStream ? source : streamOf(bytesOf(source))).blob();
}

async function* bytesOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const piece of source) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

async function* linesOf(rows: ImportRows): AsyncGenerator<string, void, void> {
  let piece = '';
  for await (const row of rows) {
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
